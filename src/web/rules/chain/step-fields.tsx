import type { ChainJson } from '../../../contract/rules/chain.ts';
import { ActionButton } from '../../administration/action-button.tsx';
import { SelectField } from '../../administration/form/select-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import layout from '../../ui/layout.module.css';
import type { RulesState } from '../edit-rules.ts';
import styles from '../rule-list.module.css';
import { offeredTargets, offeredTimesOf, type Step } from './edit-chain.ts';
import { useChainTexts } from './use-chain-texts.ts';

interface StepFieldsProps {
  readonly chain: ChainJson;
  readonly step: Step;
  readonly index: number;
  readonly contacts: RulesState['contacts'];
  readonly onChange: (step: Step) => void;
  /** Undefined: a chain has at least one step. */
  readonly onRemove: (() => void) | undefined;
}

/** The fields of one step: after what time it notifies whom. */
export function StepFields({ chain, step, index, contacts, onChange, onRemove }: StepFieldsProps) {
  const { t } = useTexts();
  const { timeText, targetText } = useChainTexts(contacts);
  const number = String(index + 1);
  return (
    <div className={`${layout.box} ${styles.step}`} role="group" aria-label={t('rules.chain.number', { number })}>
      <SelectField
        name={`chain[${index}].after`}
        label={t('rules.chain.after')}
        value={String(step.after)}
        options={offeredTimesOf(step).map((time) => ({
          value: String(time),
          label: time === 0 ? t('rules.chain.now') : timeText(time),
        }))}
        onChange={(value) => onChange({ ...step, after: Number(value) })}
      />
      <SelectField
        name={`chain[${index}].notify`}
        label={t('rules.chain.notify')}
        value={step.notify}
        options={offeredTargets(chain, step.notify, contacts).map((value) => ({ value, label: targetText(value) }))}
        onChange={(notify) => onChange({ ...step, notify })}
      />
      {onRemove !== undefined && (
        <ActionButton icon="remove" aria-label={t('rules.chain.remove', { number })} onClick={onRemove} />
      )}
    </div>
  );
}
