import { type ReactNode, useId } from 'react';
import { CheckField } from '../../administration/form/check-field.tsx';
import { NameField } from '../../administration/form/name-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import formStyles from '../../ui/form/form.module.css';
import type { Group } from '../use-people.ts';
import type { AccountValues } from './account-values.ts';
import layout from '../../ui/layout.module.css';

interface AccountFieldsProps {
  readonly values: AccountValues;
  readonly onChange: (values: AccountValues) => void;
  /** The groups to choose from. */
  readonly groups: readonly Group[];
  /** More form fields, which are shown below the name. */
  readonly children?: ReactNode;
}

/** The form fields for the name and the groups of an account. */
export function AccountFields({ values, onChange, groups, children }: AccountFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <NameField
        label={t('people.name')}
        hint={t('people.name_hint')}
        value={values.displayName}
        onChange={(displayName) => onChange({ ...values, displayName })}
      />
      {children}
      <GroupChoice groups={groups} values={values} onChange={onChange} />
    </>
  );
}

/** The checkboxes for the groups of an account. New groups are added on the page of groups. */
function GroupChoice({ groups, values, onChange }: Omit<AccountFieldsProps, 'children'>) {
  const { t } = useTexts();
  const hint = useId();
  const { groups: chosen } = values;
  const names = [...new Set([...groups.map(({ name }) => name), ...chosen])];
  const choose = (wanted: readonly string[]) => onChange({ ...values, groups: wanted });
  return (
    <fieldset className={layout.stack} aria-describedby={hint}>
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
    </fieldset>
  );
}
