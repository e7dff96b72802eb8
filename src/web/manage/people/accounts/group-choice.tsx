import { useId, useState } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import { CheckField } from '../../shell/form/check-field.tsx';
import formStyles from '../../shell/form/form.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './account-form.module.css';
import type { Group } from '../use-people.ts';

interface GroupChoiceProps {
  readonly groups: readonly Group[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** The groups of an account: those that are known, and one that is new. */
export function GroupChoice({ groups, chosen, onChange }: GroupChoiceProps) {
  const { t } = useTexts();
  const hint = useId();
  const [added, setAdded] = useState('');
  const names = [...new Set([...groups.map(({ name }) => name), ...chosen])];
  const add = () => {
    const name = added.trim();
    if (name !== '' && !chosen.includes(name)) onChange([...chosen, name]);
    setAdded('');
  };
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
          onChange={(isChecked) => onChange(isChecked ? [...chosen, name] : chosen.filter((other) => other !== name))}
        >
          <bdi>{name}</bdi>
        </CheckField>
      ))}
      <div className={styles.addition}>
        <input
          className={formStyles.control}
          aria-label={t('people.new_group')}
          placeholder={t('people.new_group')}
          value={added}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setAdded(target.value)}
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
