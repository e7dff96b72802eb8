import { type ReactNode, useState } from 'react';
import type { PlaceRules } from '../../contract/rules/place-rules.ts';
import { FormDialog } from '../administration/dialog/form-dialog.tsx';
import { useNotify } from '../administration/notifications.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { ApiError } from '../api/api-error.ts';
import type { RulesState } from './edit-rules.ts';
import { useSaveRules } from './use-rules.ts';

interface RuleDialogProps {
  readonly title: string;
  readonly state: RulesState;
  /** The own rules of the place after the change. Undefined: the value of a field is invalid. */
  readonly draft: PlaceRules | undefined;
  readonly isDirty: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of one rule of a place. */
export function RuleDialog({ title, state, draft, isDirty, onClose, children }: RuleDialogProps) {
  const { t } = useTexts();
  const save = useSaveRules();
  const notify = useNotify();
  /** The version of the rules when the dialog was opened. Meanwhile the page can fetch rules that others have saved. */
  const [version, setVersion] = useState<string | undefined>(state.version);
  const submit = async () => {
    if (isDirty && draft !== undefined) {
      await save({ ...state, version: version ?? state.version }, draft).catch((error: unknown) => {
        // The form shows the conflict with another user's change. The next attempt changes the newly fetched rules.
        if (error instanceof ApiError && error.status === 409) setVersion(undefined);
        throw error;
      });
      notify(t('rules.saved', { name: state.displayName }));
    }
    onClose();
  };
  return (
    <FormDialog title={title} isDirty={isDirty} onSubmit={submit} onClose={onClose}>
      {children}
    </FormDialog>
  );
}
