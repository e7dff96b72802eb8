import type { ComponentProps, ReactNode } from 'react';
import { ManageForm } from '../form/manage-form.tsx';
import { useBeforeLeaving } from '../unsaved/unsaved-changes.ts';
import { Dialog } from './dialog.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof ManageForm>, 'onCancel'> {
  readonly title: string;
  /** Below the form, such as buttons for other steps. */
  readonly below?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with one form. It asks before it closes with changes that are not saved. */
export function FormDialog({ title, below, onClose, ...form }: FormDialogProps) {
  const beforeLeaving = useBeforeLeaving();
  return (
    <Dialog title={title} onClose={() => beforeLeaving(onClose)}>
      <ManageForm {...form} onCancel={onClose} />
      {below}
    </Dialog>
  );
}
