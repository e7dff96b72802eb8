import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../administration/dialog/form-dialog.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { useSave } from '../data/use-save.ts';
import { EffectText, type HomeEffect } from './effect-text.tsx';

interface EditDialogProps<Values extends object> {
  readonly title: string;
  readonly submitLabel?: string | undefined;
  /** The values with which the form was opened. The form has unsaved changes if `values` differs from them. */
  readonly initial: Values;
  readonly values: Values;
  /** Fetches the effect of the edit. Undefined: the edit has no effect that the user must know before. */
  readonly preview?: (() => Promise<HomeEffect>) | undefined;
  /** Sends the edit to the server. Rejects with the error of the call. */
  readonly send: () => Promise<unknown>;
  /** The text of the notification that is shown when the edit is saved. */
  readonly text: string;
  /** Called when the edit is saved. Default: closes the dialog. */
  readonly onSaved?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The form of an edit. If the edit ends alerts or stops devices from reporting, the form shows this and saves only when
 * the button is pressed again.
 */
export function HomeEditDialog<Values extends object>(props: EditDialogProps<Values>) {
  const { title, submitLabel, initial, values, preview, send, text, onClose, onSaved = onClose, children } = props;
  const { t } = useTexts();
  const save = useSave();
  const [read, setRead] = useState<{ readonly effect: HomeEffect; readonly values: string }>();
  const written = JSON.stringify(values);
  const effect = read?.values === written ? read.effect : undefined;
  const isDirty = written !== JSON.stringify(initial);
  const submit = async () => {
    if (!isDirty) return onClose();
    if (preview !== undefined && effect === undefined) {
      const found = await preview();
      if (found.impact.length > 0 || found.alerts.length > 0) return setRead({ effect: found, values: written });
    }
    return save({ send, text, onSaved });
  };
  return (
    <FormDialog
      title={title}
      submitLabel={effect === undefined ? submitLabel : t('rooms.save_anyway')}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      {effect !== undefined && <EffectText effect={effect} />}
    </FormDialog>
  );
}
