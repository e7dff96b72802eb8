import { statusOfCode } from '../../domain/room-status.ts';
import { explainFailure } from '../administration/form/describe-failure.ts';
import { ManageIcon } from '../administration/manage-icon.tsx';
import { useNotify } from '../administration/notifications.tsx';
import { SendButton } from '../administration/send-button.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { useTranslation } from '../language/translation.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import { listIconClass, ListRow } from '../ui/list/list.tsx';
import textStyles from '../ui/text.module.css';
import { formatCalendarDay, formatClockTime, formatRelativeTime } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';
import { explainReason } from './delivery-reason.ts';
import styles from './undelivered.module.css';
import { type UndeliveredNotice, useSendAgain } from './use-undelivered.ts';

interface NoticeProps {
  readonly notice: UndeliveredNotice;
}

/** A message that was not delivered: to whom, about what, why, and a button that sends it again. */
export function UndeliveredRow({ notice }: NoticeProps) {
  const { t, language } = useTexts();
  const now = useNow(60_000) + useClockOffsetMs();
  const { at, recipient, place, attempts, reason, canSendAgain } = notice;
  const time = formatRelativeTime(at, now, language);
  return (
    <ListRow
      icon={<ManageIcon name={recipient.kind === 'person' ? 'people' : 'contacts'} className={listIconClass} />}
      name={nameOf(notice, t('contacts.undelivered.nameless'))}
      actions={canSendAgain && <SendAgainButton notice={notice} />}
    >
      <AboutAlerts notice={notice} />
      <span className={textStyles.detail}>{place.join(' / ')}</span>
      <span className={styles.failure}>
        <UiIcon name="warning" size={18} />
        <span>
          {t('contacts.undelivered.failed', { time, reason: explainReason(reason, t), attempts: String(attempts) })}
        </span>
      </span>
      <span className={textStyles.detail}>{t(`contacts.undelivered.progress.${progressOf(notice)}`)}</span>
    </ListRow>
  );
}

function nameOf({ recipient }: UndeliveredNotice, nameless: string): string {
  return recipient.name ?? nameless;
}

/** What became of the alerts: of several the one that waits most. `over_told`: sending again says that it is over. */
function progressOf({ alerts, recipient, canSendAgain }: UndeliveredNotice) {
  const found = new Set(alerts.map(({ progress }) => progress));
  if (found.has('waiting')) return 'waiting';
  if (found.has('answered')) return 'answered';
  return canSendAgain && recipient.kind === 'contact' ? 'over_told' : 'over';
}

function AboutAlerts({ notice: { alerts } }: NoticeProps) {
  const { t: pageTexts, language } = useTranslation();
  return alerts.map(({ room, status, raisedAt }) => (
    <span key={`${room} ${raisedAt} ${status}`} className={textStyles.detail}>
      {formatCalendarDay(raisedAt, language, 'short')}, {formatClockTime(raisedAt)}: <bdi>{room}</bdi> ·{' '}
      {pageTexts(`status.${statusOfCode(status).name}`)}
    </span>
  ));
}

function SendAgainButton({ notice }: NoticeProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const sendAgain = useSendAgain();
  const name = nameOf(notice, t('contacts.undelivered.nameless'));
  const send = async () => {
    notify(t('contacts.undelivered.sending', { name }));
    try {
      const { outcome, reason } = await sendAgain(notice);
      if (outcome === 'accepted') notify(t('contacts.undelivered.accepted', { name }));
      else if (outcome === 'obsolete') notify(t('contacts.undelivered.obsolete', { name }));
      else notify(t('contacts.undelivered.failed_again', { name, reason: explainReason(reason ?? '', t) }));
    } catch (error) {
      notify(t('contacts.undelivered.failed_again', { name, reason: explainFailure(error, t) }));
    }
  };
  return (
    <SendButton
      label={`${t('contacts.undelivered.send')}: ${name}`}
      text={t('contacts.undelivered.send')}
      send={send}
    />
  );
}
