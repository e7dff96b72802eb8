import { useState } from 'react';
import { TimeZoneField } from '../administration/form/time-zone-field.tsx';
import { useTexts } from '../administration/use-texts.ts';
import type { RulesState } from './edit-rules.ts';
import { RuleDialog } from './rule-dialog.tsx';

interface TimeZoneDialogProps {
  readonly state: RulesState;
  readonly onClose: () => void;
}

/** The form of the time zone of a location. */
export function TimeZoneDialog({ state, onClose }: TimeZoneDialogProps) {
  const { t } = useTexts();
  const { timeZone: own, ...others } = state.rules;
  const [timeZone, setTimeZone] = useState(own);
  const draft = { ...others, ...(timeZone !== undefined && { timeZone }) };
  return (
    <RuleDialog title={t('shell.time_zone')} state={state} draft={draft} isDirty={timeZone !== own} onClose={onClose}>
      <TimeZoneField value={timeZone} onChange={setTimeZone} />
    </RuleDialog>
  );
}
