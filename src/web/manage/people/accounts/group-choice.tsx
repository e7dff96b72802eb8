import { useId } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import { CheckField } from '../../shell/form/check-field.tsx';
import formStyles from '../../shell/form/form.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './account-form.module.css';
import type { Group } from '../use-people.ts';
import { accountOf, type AccountValues } from './account-values.ts';

interface GroupChoiceProps {
  readonly groups: readonly Group[];
  readonly values: AccountValues;
  readonly onChange: (values: AccountValues) => void;
}

/** The groups of an account: those that are known, and one that is new. */
export function GroupChoice({ groups, values, onChange }: GroupChoiceProps) {
  const { t } = useTexts();
  const hint = useId();
  const { groups: chosen, newGroup } = values;
  const names = [...new Set([...groups.map(({ name }) => name), ...chosen])];
  const choose = (wanted: readonly string[]) => onChange({ ...values, groups: wanted });
  const add = () => onChange({ ...values, ...accountOf(values), newGroup: '' });
  return (
    <fieldset className={styles.choice} aria-describedby={hint}>
      <legend className={formStyles.label}>{t('people.groups_of')}</legend>
      <p id={hint} className={formStyles.hint}>
        {t('people.groups_hint')}
      </p>
      {names.map((name) => (
        <CheckField
          key={name}
          isChecked={chosen.includes(name)}
          onChange={(isChecked) => choose(isChecked ? [...chosen, name] : chosen.filter((other) => other !== name))}
        >
          <bdi>{name}</bdi>
        </CheckField>
      ))}
      <div className={styles.addition}>
        <input
          className={formStyles.control}
          aria-label={t('people.new_group')}
          placeholder={t('people.new_group')}
          value={newGroup}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...values, newGroup: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" className={buttonStyles.quiet} onClick={add}>
          {t('people.add')}
        </button>
      </div>
    </fieldset>
  );
}
