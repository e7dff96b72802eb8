/** Says at the bottom of the page what has just been changed, with a button that undoes it. */
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { isFinal } from '../../api/api-error.ts';
import buttonStyles from '../../ui/button.module.css';
import { ManageIcon } from './manage-icon.tsx';
import { useTexts } from './use-texts.ts';
import styles from './notifications.module.css';

export interface Notification {
  readonly text: string;
  /**
   * Undoes the change. Rejects with the error of the call. The next notification says how it ended, and then the text to
   * which this resolves.
   */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

type Notify = (notification: Notification | undefined) => void;

const NotifyContext = createContext<Notify>(() => undefined);

/** Returns a function that replaces the shown notification. It stays until the next change, because it can be undone. */
export function useNotify(): Notify {
  return use(NotifyContext);
}

export function NotificationProvider({ children }: { readonly children: ReactNode }) {
  const [notification, setNotification] = useState<Notification>();
  const notify = useMemo<Notify>(() => setNotification, []);
  return (
    <NotifyContext value={notify}>
      {children}
      {/* The region exists before its text, so that screen readers read it. */}
      <div role="status" className={styles.region}>
        {notification !== undefined && <Shown notification={notification} notify={notify} />}
      </div>
    </NotifyContext>
  );
}

function Shown({ notification: { text, undo }, notify }: { readonly notification: Notification; notify: Notify }) {
  const { t } = useTexts();
  const [isUndoing, setIsUndoing] = useState(false);
  const runUndo = async () => {
    setIsUndoing(true);
    try {
      const more = await undo?.();
      notify({ text: typeof more === 'string' ? `${t('shell.undone')} ${more}` : t('shell.undone') });
    } catch (error) {
      notify(isFinal(error) ? { text: t('shell.not_undone') } : { text: t('shell.not_saved'), undo });
    }
    setIsUndoing(false);
  };
  return (
    <div className={styles.notification}>
      <p className={styles.text}>{text}</p>
      {undo !== undefined && (
        <button type="button" className={buttonStyles.quiet} disabled={isUndoing} onClick={() => void runUndo()}>
          {t('shell.undo')}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('shell.close')} onClick={() => notify(undefined)}>
        <ManageIcon name="close" className={buttonStyles.icon} />
      </button>
    </div>
  );
}
