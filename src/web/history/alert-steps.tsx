import { statusOfCode } from '../../domain/room-status.ts';
import type { AlertActor } from '../../domain/alerts/alert.ts';
import { useTranslation } from '../language/translation.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import type { PastAlert } from './history.ts';
import styles from './history-list.module.css';
import { useLocalTime } from './local-time.ts';
import { useHistoryTexts } from './use-history-texts.ts';
import { useNoticeSteps } from './use-notice-steps.ts';

/** An alert with all its steps: when it was raised, who got a message, who came, and how it ended. */
export function AlertSteps({ alert }: { readonly alert: PastAlert }) {
  const { t } = useTranslation();
  const stepText = useStepText(alert);
  const { time } = useLocalTime();
  const { status, isTest, isFault, priority, steps, note } = alert;
  const lines = [
    ...steps.map((step) => ({ key: `${step.at} ${step.event}`, at: step.at, text: stepText(step) })),
    ...useNoticeSteps(alert),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const name = t(`status.${statusOfCode(status).name}`);
  return (
    <>
      <span className={styles.alert} data-priority={priority}>
        <UiIcon name="warning" size={18} />
        {isFault ? t('alerts.faulty_of', { name }) : isTest ? t('alerts.test_of', { name }) : name}
      </span>
      <ol className={styles.steps}>
        {lines.map(({ key, at, text }) => (
          <li key={key}>
            <span className={styles.stepTime}>{time(Date.parse(at))}</span> {text}
          </li>
        ))}
      </ol>
      {note !== null && <p className={styles.note}>{note}</p>}
    </>
  );
}

function useStepText({ resolution }: PastAlert): (step: PastAlert['steps'][number]) => string {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const nameOf = useActorName();
  const ending = (by: AlertActor): string => {
    const done = by.kind === 'user' ? t('alerts.done_by', { name: nameOf(by) }) : t('alerts.ended');
    const kind = resolution === null ? undefined : resolutionTexts[resolution];
    return kind === undefined ? done : `${t(kind)} · ${done}`;
  };
  const textOf: Readonly<Record<PastAlert['steps'][number]['event'], (by: AlertActor) => string>> = {
    opened: () => texts('raised'),
    raised: () => texts('raised'),
    'raised-again': () => t('alerts.raised_again'),
    acknowledged: (by) => t('alerts.on_the_way', { name: nameOf(by) }),
    withdrawn: (by) => texts('withdrawn', { name: nameOf(by) }),
    attended: (by) => (by.kind === 'user' ? t('alerts.in_room', { name: nameOf(by) }) : t('alerts.staff_in_room')),
    resolved: ending,
    'room-inactive': () => texts('room_ended'),
    'room-removed': () => texts('room_ended'),
  };
  return ({ event, by }) => textOf[event](by);
}

/** How an alert ended, where "Done by" does not say it. */
export const resolutionTexts = {
  helped: undefined,
  'resolved-itself': undefined,
  'false-alarm': 'alerts.false_alarm',
  test: 'alerts.test',
  'sensor-faulty': 'alerts.faulty',
  repaired: 'alerts.repaired',
} as const;

export function useActorName(): (by: AlertActor) => string {
  const { t } = useTranslation();
  return (by) => (by.kind === 'user' ? by.displayName : null) ?? t('alerts.colleague');
}
