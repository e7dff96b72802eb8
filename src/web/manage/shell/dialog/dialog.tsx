import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { ManageIcon } from '../manage-icon.tsx';
import { useTexts } from '../use-texts.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog that is open while it is rendered: a sheet at the bottom of a phone, a window on larger screens. Boards
 * have a dialog of the browser instead (`ui/dialog`), which loads no library and cannot keep unsaved changes from Escape.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTexts();
  return (
    <BaseDialog.Root open disablePointerDismissal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.dialog}>
          <header className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={styles.close} aria-label={t('shell.close')}>
              <ManageIcon name="close" className={styles.closeIcon} />
            </BaseDialog.Close>
          </header>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A sentence with a warning sign, for what cannot be undone. */
export function DialogWarning({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.warning}>
      <UiIcon name="warning" className={styles.warningIcon} />
      <div>{children}</div>
    </div>
  );
}
