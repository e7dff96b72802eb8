import { useId } from 'react';
import { type RoomStatusName, statusOfName } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { DialogWarning } from '../../shell/dialog/dialog.tsx';
import { CheckField } from '../../shell/form/check-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { FaultText } from './fault-text.tsx';
import { OwnRuleButtons } from './own-rule-buttons.tsx';
import type { Effect, StatusEdit } from '../draft/rule-draft.ts';
import { faultOfStatus } from '../draft/rule-faults.ts';
import { SentenceInput } from './sentence-input.tsx';
import { Sentence } from './sentence.tsx';
import styles from './rule-form.module.css';

interface StatusFormProps {
  readonly name: RoomStatusName;
  readonly edit: StatusEdit;
  readonly onEdit: (edit: StatusEdit) => void;
  /** Undefined: there is no change that is not saved. */
  readonly onDiscard: (() => void) | undefined;
  /** Undefined: the place has no rule of its own. */
  readonly onInherit: (() => void) | undefined;
}

/** The sentence of a status with its inputs. */
export function StatusForm({ name, edit, onEdit, onDiscard, onInherit }: StatusFormProps) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const errorId = useId();
  const fault = faultOfStatus(edit);
  const change = (changed: Partial<StatusEdit>) => onEdit({ ...edit, ...changed });
  const input = (kind: 'number' | 'time', field: 'minutes' | 'from' | 'to' | 'holdSeconds', label: string) => (
    <SentenceInput
      kind={kind}
      label={label}
      value={edit[field]}
      onChange={(value) => change({ [field]: value })}
      errorId={fault?.field === (kind === 'time' ? kind : field) ? errorId : undefined}
    />
  );
  const parts = {
    status: <strong>{board(`status.${name}`)}</strong>,
    minutes: input('number', 'minutes', t('rules.minutes')),
    from: input('time', 'from', t('rules.from')),
    to: input('time', 'to', t('rules.to')),
    effect: <EffectSelect name={name} value={edit.effect} onChange={(effect) => change({ effect })} />,
    seconds: input('number', 'holdSeconds', t('rules.hold_seconds')),
  };
  const isHidden = edit.effect === 'none';
  return (
    <div className={styles.form}>
      <p className={styles.inputs}>
        <Sentence text={t(isHidden ? 'rules.sentences.now' : 'rules.sentences.edit')} parts={parts} />
      </p>
      {!isHidden && <p className={pageStyles.detail}>{t('rules.edit_hint')}</p>}
      {isHidden && statusOfName(name)?.priority === 'high' && <DialogWarning>{t('rules.high_off')}</DialogWarning>}
      {edit.effect === 'medium' && (
        <CheckField isChecked={edit.latches} onChange={(latches) => change({ latches })}>
          {t('rules.latches')}
        </CheckField>
      )}
      <p className={styles.inputs}>
        <Sentence text={t('rules.sentences.hold')} parts={parts} />
      </p>
      <FaultText id={errorId} fault={fault} />
      <OwnRuleButtons onDiscard={onDiscard} onInherit={onInherit} />
    </div>
  );
}

interface EffectSelectProps {
  readonly name: RoomStatusName;
  readonly value: Effect;
  readonly onChange: (effect: Effect) => void;
}

function EffectSelect({ name, value, onChange }: EffectSelectProps) {
  const { t } = useTexts();
  const isTechnical = statusOfName(name)?.priority === 'technical';
  const effects: readonly Effect[] = ['none', ...(isTechnical ? (['technical'] as const) : []), 'medium', 'high'];
  return (
    <select
      className={styles.effect}
      aria-label={t('rules.effect')}
      value={value}
      onChange={({ target }) => onChange(effects.find((effect) => effect === target.value) ?? value)}
    >
      {effects.map((effect) => (
        <option key={effect} value={effect}>
          {t(`rules.effects.${effect}`)}
        </option>
      ))}
    </select>
  );
}
