import type { ReactNode } from 'react';
import { ConfirmationField } from '../form/confirmation-field.tsx';
import { ManageForm } from '../form/manage-form.tsx';
import { Dialog, DialogWarning } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, in numbers. */
  readonly children: ReactNode;
  /** Shown below the warning, such as the progress. */
  readonly footer?: ReactNode;
  /** The label of the button, such as "Delete 24 rooms". */
  readonly confirmLabel: string;
  /** The name that has to be typed. Undefined: the button is enough. */
  readonly nameToType?: string | undefined;
  /** As in `ManageForm`. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Says what a destructive step will do, and takes the name of its object to confirm it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, footer, confirmLabel, nameToType, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <ManageForm submitLabel={confirmLabel} isDestructive onSubmit={onConfirm} onCancel={onClose}>
        <DialogWarning>{children}</DialogWarning>
        {nameToType !== undefined && <ConfirmationField name={nameToType} />}
        {footer}
      </ManageForm>
    </Dialog>
  );
}
