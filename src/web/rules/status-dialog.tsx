import { useState } from 'react';
import { type RoomStatusName, statusOfName } from '../../domain/room-status.ts';
import { CheckField } from '../administration/form/check-field.tsx';
import { ConfirmationField } from '../administration/form/confirmation-field.tsx';
import { SelectField } from '../administration/form/select-field.tsx';
import { TextField } from '../administration/form/text-field.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import {
  areTimesValid,
  type AlertEffect,
  hasOwnRule,
  isNumberIn,
  areFieldsValid,
  maxDebounceSeconds,
  maxMinutes,
  type RulesState,
  type StatusFields,
  statusFieldsOf,
  weakenedBy,
  setStatusRule,
} from './edit-rules.ts';
import { Estimate } from './estimate.tsx';
import { RuleDialog } from './rule-dialog.tsx';

interface StatusDialogProps {
  readonly state: RulesState;
  readonly name: RoomStatusName;
  readonly onClose: () => void;
}

/** The form of the rule of a status, with an estimate of the alerts. */
export function StatusDialog({ state, name, onClose }: StatusDialogProps) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const [initial] = useState(() => statusFieldsOf(state, state.rules, name));
  const [fields, setFields] = useState(initial);
  const draft = areFieldsValid(fields) ? setStatusRule(state, name, fields) : undefined;
  const isDirty = JSON.stringify(fields) !== JSON.stringify(initial);
  const weakened = draft && weakenedBy(state, name, draft);
  const status = board(`status.${name}`);
  return (
    <RuleDialog title={status} state={state} draft={draft} isDirty={isDirty} onClose={onClose}>
      <StatusForm name={name} fields={fields} onChange={(changed) => setFields({ ...fields, ...changed })} />
      {hasOwnRule(state.rules, name) && (
        <Button onClick={() => setFields(statusFieldsOf(state, {}, name))}>{t('rules.inherit')}</Button>
      )}
      {isDirty && draft !== undefined && <Estimate state={state} draft={draft} />}
      {weakened !== undefined && (
        <>
          <PageNotice tone="warning">
            {t(weakened === 'off' ? 'rules.turns_off' : 'rules.limits', { name: state.displayName, statuses: status })}
          </PageNotice>
          <ConfirmationField name={state.displayName} />
        </>
      )}
    </RuleDialog>
  );
}

interface StatusFormProps {
  readonly name: RoomStatusName;
  readonly fields: StatusFields;
  readonly onChange: (changed: Partial<StatusFields>) => void;
}

function StatusForm({ name, fields, onChange }: StatusFormProps) {
  const { t } = useTexts();
  const { effect } = fields;
  const isTechnical = statusOfName(name)?.priority === 'technical';
  const effects: readonly AlertEffect[] = ['none', ...(isTechnical ? (['technical'] as const) : []), 'medium', 'high'];
  const number = (field: 'minutes' | 'debounceSeconds', label: string, max: number, hint?: string) => (
    <TextField
      name={field}
      label={label}
      hint={hint}
      value={fields[field]}
      onChange={(value) => onChange({ [field]: value })}
      validate={(value) =>
        isNumberIn(value, 0, max) ? undefined : t('rules.wrong_number', { from: '0', to: String(max) })
      }
    />
  );
  const time = (field: 'from' | 'to') => (
    <TextField
      name={field}
      type="time"
      label={t(`rules.${field}`)}
      value={fields[field]}
      onChange={(value) => onChange({ [field]: value })}
      validate={(value) => (areTimesValid({ ...fields, [field]: value }) ? undefined : t('rules.wrong_times'))}
    />
  );
  return (
    <>
      <SelectField
        name="effect"
        label={t('rules.effect')}
        value={effect}
        options={effects.map((value) => ({ value, label: t(`rules.effects.${value}`) }))}
        onChange={(value) => onChange({ effect: value })}
      />
      {effect !== 'none' && (
        <>
          {number('minutes', t('rules.minutes'), maxMinutes, t('rules.edit_hint'))}
          {time('from')}
          {time('to')}
        </>
      )}
      {effect === 'medium' && (
        <CheckField isChecked={fields.latches} onChange={(latches) => onChange({ latches })}>
          {t('rules.latches')}
        </CheckField>
      )}
      {number('debounceSeconds', t('rules.debounce_seconds'), maxDebounceSeconds)}
    </>
  );
}
