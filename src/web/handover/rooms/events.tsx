import { acknowledgementOf } from '../../../domain/history/nights/alert-figure.ts';
import { isHighPriority, statusOfCode } from '../../../domain/room-status.ts';
import { resolutionTexts, useActorName } from '../../history/alert-steps.tsx';
import { useLocalTime } from '../../history/local-time.ts';
import { useTranslation } from '../../language/translation.tsx';
import { formatDuration } from '../../ui/time/time-format.ts';
import { type AlertGroup, alertGroupsOf, type HandoverAlert, type HandoverRoom } from '../handover.ts';
import styles from '../handover.module.css';
import { useHandoverTexts } from '../use-handover-texts.ts';
import { useSpanText } from '../use-span-text.ts';

interface EventsProps {
  readonly room: HandoverRoom;
  /** The start of the shift. */
  readonly shiftFrom: string;
}

/** The alerts of a room and how each ended, the times in which its device was out, and its pauses. */
export function Events({ room: { alerts, outages, pauses }, shiftFrom }: EventsProps) {
  const { t } = useTranslation();
  const texts = useHandoverTexts();
  const spanText = useSpanText();
  const nameOf = useActorName();
  return (
    <ul className={styles.events}>
      {alertGroupsOf(alerts).map((group) => (
        <li key={group.alerts[0].uuid}>
          <AlertLine group={group} />
        </li>
      ))}
      {outages.map((outage) => (
        <li key={outage.from}>
          {t(`status.${statusOfCode(outage.roomStatus).name}`)}: {spanText(outage, shiftFrom)}
        </li>
      ))}
      {pauses.map((pause) => (
        <li key={pause.from}>
          {texts('paused', { name: nameOf(pause.by) })}: {spanText(pause)}
        </li>
      ))}
    </ul>
  );
}

function AlertLine({ group: { status, alerts } }: { readonly group: AlertGroup }) {
  const { t, language } = useTranslation();
  const texts = useHandoverTexts();
  const { minute } = useLocalTime();
  const endText = useEndText();
  const kindText = useKindText();
  const unreachedText = useUnreachedText();
  const [first] = alerts;
  const last = alerts.at(-1) ?? first;
  const [from, to] = [first, last].map(({ raisedAt }) => minute(Date.parse(raisedAt)));
  const name = t(`status.${statusOfCode(status).name}`);
  const isSingle = alerts.length === 1;
  const waitMs = Math.max(...alerts.map((alert) => alert.waitMs));
  const wait = texts('longest_wait', { duration: formatDuration(waitMs, language) });
  const summary = [wait, ...unreachedText(alerts), ...kindText(first)];
  return (
    <>
      <strong className={styles.alert} data-high={isHighPriority(status)}>
        {isSingle ? `${from} ${name}` : `${alerts.length} × ${name}, ${from} – ${to}`}
      </strong>{' '}
      {isSingle ? endText(first) : summary.join(' · ')}
      {first.note !== null && <q className={styles.quote}>{first.note}</q>}
    </>
  );
}

/** How an alert was answered and how it ended, in one line. */
function useEndText(): (alert: HandoverAlert) => string {
  const { language } = useTranslation();
  const texts = useHandoverTexts();
  const { minute } = useLocalTime();
  const nameOf = useActorName();
  const kindText = useKindText();
  const unreachedText = useUnreachedText();
  return (alert) => {
    const { steps, waitMs, endedAt } = alert;
    const acknowledged = acknowledgementOf(steps);
    const duration = formatDuration(waitMs, language);
    const parts = [
      acknowledged === undefined
        ? texts('nobody', { duration })
        : texts('answered', { name: nameOf(acknowledged.by), duration }),
      endedAt === null ? texts('open') : texts('ended', { time: minute(Date.parse(endedAt)) }),
      ...unreachedText([alert]),
      ...kindText(alert),
    ];
    return parts.join(' · ');
  };
}

/** That the chain of one of the alerts reached nobody. At most one text. */
function useUnreachedText(): (alerts: readonly HandoverAlert[]) => readonly string[] {
  const texts = useHandoverTexts();
  return (alerts) => {
    const isUnreached = ({ notices }: HandoverAlert) =>
      notices.some(({ recipient }) => recipient === 'nobody') && notices.every(({ outcome }) => outcome !== 'accepted');
    return alerts.some(isUnreached) ? [texts('unreached')] : [];
  };
}

/** How an alert ended, if that is worth to be said. At most one text. */
function useKindText(): (alert: HandoverAlert) => readonly string[] {
  const { t } = useTranslation();
  return ({ resolution }) => {
    const kind = resolution === null ? undefined : resolutionTexts[resolution];
    return kind === undefined ? [] : [t(kind)];
  };
}
