import { ActionButton } from '../administration/action-button.tsx';
import { explainFailure } from '../administration/form/describe-failure.ts';
import { ManageIcon } from '../administration/manage-icon.tsx';
import { useNotify } from '../administration/notifications.tsx';
import { SendButton } from '../administration/send-button.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { explainReason } from '../notices/delivery-reason.ts';
import { UiIcon } from '../ui/icons/icons.tsx';
import { listIconClass, ListRow } from '../ui/list/list.tsx';
import textStyles from '../ui/text.module.css';
import { formatRelativeTime } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';
import styles from './contacts.module.css';
import { type Contact, useContactCalls } from './use-contacts.ts';

interface ContactRowProps {
  readonly contact: Contact;
  readonly onOpen: () => void;
}

/** A contact with the result of its last message, and a button that sends a test. */
export function ContactRow({ contact, onOpen }: ContactRowProps) {
  const { t } = useTexts();
  const { name, channel, address, place } = contact;
  return (
    <ListRow
      icon={<ManageIcon name={channel} className={listIconClass} />}
      name={name}
      actions={
        <div className={styles.actions}>
          <TestButton contact={contact} />
          <ActionButton icon="edit" aria-label={t('contacts.edit', { name })} onClick={onOpen} />
        </div>
      }
    >
      <span className={textStyles.detail}>
        <bdi>{address}</bdi>
      </span>
      <span className={textStyles.detail}>{place.join(' / ')}</span>
      <LastResult contact={contact} />
    </ListRow>
  );
}

function LastResult({ contact: { lastResult } }: Pick<ContactRowProps, 'contact'>) {
  const { t, language } = useTexts();
  const now = useNow(60_000) + useClockOffsetMs();
  if (lastResult === null) return <span className={textStyles.detail}>{t('contacts.never')}</span>;
  const { reason } = lastResult;
  const time = formatRelativeTime(lastResult.at, now, language);
  return (
    <span className={styles.result} data-failed={reason !== null}>
      <UiIcon name={reason === null ? 'check' : 'warning'} size={18} />
      <span>
        {reason === null
          ? t('contacts.accepted', { time })
          : t('contacts.failed', { time, reason: explainReason(reason, t) })}
      </span>
    </span>
  );
}

function TestButton({ contact }: Pick<ContactRowProps, 'contact'>) {
  const { t } = useTexts();
  const notify = useNotify();
  const { test } = useContactCalls();
  const { name } = contact;
  const send = async () => {
    notify(t('contacts.testing', { name }));
    try {
      const { lastResult } = await test(contact);
      const reason = lastResult?.reason ?? null;
      notify(
        reason === null
          ? t('contacts.test_accepted', { name })
          : t('contacts.test_failed', { name, reason: explainReason(reason, t) }),
      );
    } catch (error) {
      notify(t('contacts.test_failed', { name, reason: explainFailure(error, t) }));
    }
  };
  return <SendButton label={`${t('contacts.test')}: ${name}`} text={t('contacts.test')} send={send} />;
}
