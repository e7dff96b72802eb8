import { useState } from 'react';
import { areShifts, defaultShifts } from '../../domain/local-time/shifts.ts';
import { TextField } from '../administration/form/text-field.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { parseShifts, type RulesState, setShifts } from './edit-rules.ts';
import { RuleDialog } from './rule-dialog.tsx';

interface ShiftsDialogProps {
  readonly state: RulesState;
  readonly onClose: () => void;
}

/** The form of the shifts of a location. */
export function ShiftsDialog({ state, onClose }: ShiftsDialogProps) {
  const { t } = useTexts();
  const [initial] = useState(() => (state.rules.shifts ?? defaultShifts).join(', '));
  const [text, setText] = useState(initial);
  const shifts = parseShifts(text);
  const draft = areShifts(shifts) ? setShifts(state.rules, shifts) : undefined;
  return (
    <RuleDialog title={t('rules.shifts')} state={state} draft={draft} isDirty={text !== initial} onClose={onClose}>
      <TextField
        name="shifts"
        label={t('rules.shift_starts')}
        hint={t('rules.shifts_hint')}
        value={text}
        onChange={setText}
        validate={(value) => (areShifts(parseShifts(value)) ? undefined : t('rules.wrong_shifts'))}
      />
    </RuleDialog>
  );
}
