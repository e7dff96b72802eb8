/** Shows at the bottom of the page which change was saved. */
import { createContext, type ReactNode, use, useState } from 'react';
import buttonStyles from '../ui/button.module.css';
import { UiIcon } from '../ui/icons/icons.tsx';
import { useTexts } from './use-texts.ts';
import styles from './notifications.module.css';

type Notify = (text: string | undefined) => void;

const NotifyContext = createContext<Notify>(() => undefined);

/** Returns a function that shows a text at the bottom of the page. The text stays until the next change is saved. */
export function useNotify(): Notify {
  return use(NotifyContext);
}

export function NotificationProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  const [text, setText] = useState<string>();
  return (
    <NotifyContext value={setText}>
      {children}
      {/* The element exists before its text, because screen readers read changes of existing elements only. */}
      <div role="status" className={styles.region}>
        {text !== undefined && (
          <div className={styles.notification}>
            <p className={styles.text}>{text}</p>
            <button
              type="button"
              className={buttonStyles.close}
              aria-label={t('shell.close')}
              onClick={() => setText(undefined)}
            >
              <UiIcon name="close" size={20} />
            </button>
          </div>
        )}
      </div>
    </NotifyContext>
  );
}
