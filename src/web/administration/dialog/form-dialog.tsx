import type { ComponentProps, ReactNode } from 'react';
import { ManageForm } from '../form/manage-form.tsx';
import { useNotify } from '../notifications.tsx';
import { useBeforeLeaving } from '../unsaved/unsaved-changes.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof ManageForm>, 'onCancel'> {
  readonly title: string;
  /** The notification when the form is saved and the dialog closes. Undefined: `onSubmit` closes the dialog. */
  readonly savedText?: string | undefined;
  /** The content below the form, for example buttons for other steps. */
  readonly below?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with one form. It asks the user before unsaved changes are lost. */
export function FormDialog({ title, savedText, below, onSubmit, onClose, ...form }: FormDialogProps) {
  const notify = useNotify();
  const beforeLeaving = useBeforeLeaving();
  const submit = async () => {
    await onSubmit();
    if (savedText === undefined) return;
    notify(savedText);
    onClose();
  };
  return (
    <Dialog title={title} onClose={() => beforeLeaving(onClose)}>
      <ManageForm {...form} onSubmit={submit} onCancel={onClose} />
      {below}
    </Dialog>
  );
}
