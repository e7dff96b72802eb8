import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../icons/icons.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /**
   * Called when the user wants to close the dialog. It stays open until it is no longer rendered. Undefined: only a
   * button of its content closes it.
   */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A modal dialog: a sheet at the bottom of a phone, a window on larger screens. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    // NOTE: the event `cancel` also bubbles from a file chooser and from a dialog inside this one.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (event.cancelable) onClose?.();
  };
  // NOTE: Chromium closes a dialog at the second Escape, and this cannot be prevented. So the dialog is opened again,
  // before a question is asked.
  const stayOpen = () => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    onClose?.();
  };
  // Renders the dialog into the body: the element that opened it can be a form, or have other fonts.
  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={cancel} onClose={stayOpen}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {onClose !== undefined && (
          <button type="button" className={styles.close} aria-label={t('alerts.close')} onClick={onClose}>
            <UiIcon name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>,
    document.body,
  );
}
