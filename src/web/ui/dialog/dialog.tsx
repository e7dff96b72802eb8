import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import buttonStyles from '../button.module.css';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog of the browser, which closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onClose}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <button type="button" className={buttonStyles.quiet} onClick={onClose}>
          {t('alerts.close')}
        </button>
      </header>
      {children}
    </dialog>
  );
}
