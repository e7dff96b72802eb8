import { useId } from 'react';
import { CheckField } from '../../shell/form/check-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { FaultText } from './fault-text.tsx';
import { OwnRuleButtons } from './own-rule-buttons.tsx';
import {
  type DeviceEdit,
  deviceEditOf,
  effectiveOf,
  hasOwnRule,
  noEdits,
  ownRules,
  type RulesScope,
} from '../draft/rule-draft.ts';
import { applyEdits } from '../draft/apply-edits.ts';
import { faultOfDevices } from '../draft/rule-faults.ts';
import { RuleSource } from './rule-source.tsx';
import { SentenceInput } from './sentence-input.tsx';
import { Sentence } from './sentence.tsx';
import formStyles from './rule-form.module.css';
import styles from './rule-list.module.css';

interface DeviceRulesProps {
  readonly scope: RulesScope;
  readonly edit: DeviceEdit | 'inherited' | undefined;
  readonly onEdit: (edit: DeviceEdit | 'inherited' | undefined) => void;
}

/** From when a silent device is offline, and which reports are repetitions. */
export function DeviceRules({ scope, edit, onEdit }: DeviceRulesProps) {
  const { t } = useTexts();
  const errorId = useId();
  const shown = edit === undefined || edit === 'inherited' ? storedEdit(scope, edit) : edit;
  const fault = faultOfDevices(shown);
  const isStoredOwn = hasOwnRule(ownRules(scope, scope.state.rules), 'devices');
  const isOwn = edit === undefined ? isStoredOwn : edit !== 'inherited';
  const change = (changed: Partial<DeviceEdit>) => onEdit({ ...shown, ...changed });
  const input = (field: 'offlineSeconds' | 'repeatSeconds', label: string) => (
    <SentenceInput
      kind="number"
      label={label}
      value={shown[field]}
      onChange={(value) => change({ [field]: value })}
      errorId={fault?.field === field ? errorId : undefined}
    />
  );
  return (
    <section className={pageStyles.section} aria-labelledby="rules-devices">
      <h2 id="rules-devices" className={pageStyles.heading}>
        {t('rules.devices')}
      </h2>
      <div className={styles.device} data-changed={edit !== undefined}>
        {!shown.isNeverOffline && (
          <p className={formStyles.inputs}>
            <Sentence
              text={t('rules.sentences.offline')}
              parts={{ seconds: input('offlineSeconds', t('rules.offline_seconds')) }}
            />
          </p>
        )}
        <CheckField isChecked={shown.isNeverOffline} onChange={(isNeverOffline) => change({ isNeverOffline })}>
          {t('rules.never_offline')}
        </CheckField>
        <p className={formStyles.inputs}>
          <Sentence
            text={t('rules.sentences.repeat')}
            parts={{ seconds: input('repeatSeconds', t('rules.repeat_seconds')) }}
          />
        </p>
        <FaultText id={errorId} fault={fault} />
        <RuleSource scope={scope} part="devices" isOwn={isOwn} isChanged={edit !== undefined} />
        <OwnRuleButtons
          onDiscard={edit === undefined ? undefined : () => onEdit(undefined)}
          onInherit={isStoredOwn && edit !== 'inherited' ? () => onEdit('inherited') : undefined}
        />
      </div>
    </section>
  );
}

function storedEdit(scope: RulesScope, edit: 'inherited' | undefined): DeviceEdit {
  const rules = edit === undefined ? scope.state.rules : applyEdits(scope, { ...noEdits, devices: edit });
  return deviceEditOf(effectiveOf(scope, rules));
}
