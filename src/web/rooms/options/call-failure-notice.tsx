import { useTranslation } from '../../language/translation.tsx';
import styles from '../sending/failure-notice.module.css';
import type { FailedCall, RoomCalls } from './use-room-calls.ts';
import { useOptionTexts } from './use-option-texts.ts';

/** Tells staff at the bottom of the screen that a pause or a drill did not begin, or that a pause goes on. */
export function CallFailureNotice({ calls: { failed, closeFailure } }: { readonly calls: RoomCalls }) {
  const { t } = useTranslation();
  if (failed === undefined) return null;
  return (
    <div role="alert" className={styles.message} data-kind="unsent">
      <p>
        <CallFailureText failed={failed} />
      </p>
      <button type="button" className={styles.close} onClick={closeFailure}>
        {t('alerts.close')}
      </button>
    </div>
  );
}

/** What was not done, and in which room. */
export function CallFailureText({ failed: { room, reason } }: { readonly failed: FailedCall }) {
  return useOptionTexts()(reason, { room: room.displayName });
}
