/** The changes of the sentences of one place until they are saved. */
import { useState } from 'react';
import { rulesEndpoints } from '../../../../contract/manage/rules.ts';
import type { RoomStatusName } from '../../../../domain/room-status.ts';
import { presentState } from '../../shell/form/present-state.ts';
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
  /** Of the rules that the user has seen and changed. The page can fetch those of somebody else meanwhile. */
  const [version, setVersion] = useState(state.version);
  const draft = applyEdits(scope, edits);
  const isDirty = draft === undefined || JSON.stringify(draft) !== JSON.stringify(applyEdits(scope, noEdits));

  function edit(changed: Edits): void {
    if (!isDirty) setVersion(state.version);
    setEdits(changed);
  }

  async function submit(): Promise<void> {
    if (draft === undefined) return;
    const saved = await save({ ...state, version }, draft).catch((error: unknown) => {
      // The form says it, and the next attempt replaces what is shown then.
      setVersion(presentState(error, rulesEndpoints.changeRules.conflict)?.version ?? version);
      throw error;
    });
    setEdits(noEdits);
    const undo = () => save(saved, state.rules);
    notify({ text: t('rules.saved', { name: state.displayName }), undo });
  }

  return {
    edits,
    /** The changed rules. Undefined: an edit is wrong. */
    draft,
    isDirty,
    setStatus: (name: RoomStatusName, changed: StatusEdit | 'inherited' | undefined) =>
      edit({ ...edits, statuses: { ...edits.statuses, [name]: changed } }),
    setDevices: (devices: Edits['devices']) => edit({ ...edits, devices }),
    reset: () => setEdits(noEdits),
    submit,
  };
}
