/** The changes of the sentences of one place until they are saved. */
import { useState } from 'react';
import type { RoomStatusName } from '../../../../domain/room-status.ts';
import { useNotify } from '../../shell/notifications.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { applyEdits } from './apply-edits.ts';
import { type Edits, noEdits, type RulesScope, type StatusEdit } from './rule-draft.ts';
import { useSaveRules } from '../use-rules.ts';

export function useEdits(scope: RulesScope) {
  const { t } = useTexts();
  const save = useSaveRules();
  const notify = useNotify();
  const [edits, setEdits] = useState(noEdits);
  const { state } = scope;
  const draft = applyEdits(scope, edits);

  async function submit(): Promise<void> {
    if (draft === undefined) return;
    const saved = await save(state, draft);
    setEdits(noEdits);
    const undo = () => save(saved, state.rules);
    notify({ text: t('rules.saved', { name: state.displayName }), undo });
  }

  return {
    edits,
    /** The changed rules. Undefined: an edit is wrong. */
    draft,
    isDirty: draft === undefined || JSON.stringify(draft) !== JSON.stringify(applyEdits(scope, noEdits)),
    setStatus: (name: RoomStatusName, edit: StatusEdit | 'inherited' | undefined) =>
      setEdits({ ...edits, statuses: { ...edits.statuses, [name]: edit } }),
    setDevices: (devices: Edits['devices']) => setEdits({ ...edits, devices }),
    reset: () => setEdits(noEdits),
    submit,
  };
}
