import type { ReactNode } from 'react';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { ConfirmationField } from '../form/confirmation-field.tsx';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The text of the dialog: what the step deletes or ends, in numbers. */
  readonly children: ReactNode;
  /** The label of the button, such as "Delete 24 rooms". */
  readonly confirmLabel: string;
  /** The name of the object, which the user types to confirm the step. Undefined: pressing the button is enough. */
  readonly nameToType?: string | undefined;
  /** The notification when the step is done and the dialog closes. Undefined: `onConfirm` closes the dialog. */
  readonly savedText?: string | undefined;
  readonly responseLostText?: string | undefined;
  /** Sends the step. Rejects with the error of the call, which the dialog shows. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Shows the effect of a destructive step, and confirms it by typing the name of its object. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { children, confirmLabel, nameToType, onConfirm, ...dialog } = props;
  return (
    <FormDialog {...dialog} submitLabel={confirmLabel} isDestructive onSubmit={onConfirm}>
      <PageNotice tone="warning">{children}</PageNotice>
      {nameToType !== undefined && <ConfirmationField name={nameToType} />}
    </FormDialog>
  );
}
