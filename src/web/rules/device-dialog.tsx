import { useState } from 'react';
import { minOfflineAfterMs } from '../../domain/ingest/ingest-rules.ts';
import { CheckField } from '../administration/form/check-field.tsx';
import { TextField } from '../administration/form/text-field.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { Button } from '../ui/button/button.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { rulesInEffect, hasOwnRule, isNumberIn, parseNumber, type RulesState } from './edit-rules.ts';
import { RuleDialog } from './rule-dialog.tsx';

const minSeconds = minOfflineAfterMs / 1000;
const maxSeconds = 86_400;

interface DeviceDialogProps {
  readonly state: RulesState;
  readonly onClose: () => void;
}

/** The form of the rule about devices: when a silent device is offline. */
export function DeviceDialog({ state, onClose }: DeviceDialogProps) {
  const { t } = useTexts();
  const { offlineAfterSeconds: _own, ...others } = state.rules;
  const inherited = rulesInEffect(state, {}).offlineAfterMs;
  const [initial] = useState(() => fieldsOf(rulesInEffect(state, state.rules).offlineAfterMs));
  const [{ isNever, seconds }, setFields] = useState(initial);
  const isValid = isNever || isNumberIn(seconds, minSeconds, maxSeconds);
  const offlineAfterSeconds = isNever ? null : parseNumber(seconds);
  const isInherited = offlineAfterSeconds === (inherited === null ? null : inherited / 1000);
  const draft = isValid ? { ...others, ...(!isInherited && { offlineAfterSeconds }) } : undefined;
  const isDirty = isNever !== initial.isNever || (!isNever && seconds !== initial.seconds);
  return (
    <RuleDialog title={t('rules.devices')} state={state} draft={draft} isDirty={isDirty} onClose={onClose}>
      {!isNever && (
        <TextField
          name="seconds"
          label={t('rules.offline_seconds')}
          value={seconds}
          onChange={(value) => setFields({ isNever, seconds: value })}
          validate={(value) =>
            isNumberIn(value, minSeconds, maxSeconds)
              ? undefined
              : t('rules.wrong_number', { from: String(minSeconds), to: String(maxSeconds) })
          }
        />
      )}
      <CheckField isChecked={isNever} onChange={(value) => setFields({ isNever: value, seconds })}>
        {t('rules.never_offline')}
      </CheckField>
      {isNever && <PageNotice tone="warning">{t('rules.never_offline_effect')}</PageNotice>}
      {hasOwnRule(state.rules, 'devices') && (
        <Button onClick={() => setFields(fieldsOf(inherited))}>{t('rules.inherit')}</Button>
      )}
    </RuleDialog>
  );
}

function fieldsOf(offlineAfterMs: number | null) {
  return { isNever: offlineAfterMs === null, seconds: String((offlineAfterMs ?? 90_000) / 1000) };
}
