import type { ReactNode } from 'react';
import { TextField } from '../../shell/form/text-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { RightsPreview } from '../preview/rights-preview.tsx';
import type { Group } from '../use-people.ts';
import { accountOf, type AccountValues } from './account-values.ts';
import { GroupChoice } from './group-choice.tsx';

interface AccountFieldsProps {
  readonly values: AccountValues;
  readonly onChange: (values: AccountValues) => void;
  readonly groups: readonly Group[];
  /** Fields below the name. */
  readonly children?: ReactNode;
}

/** Name and groups of an account, and what the person sees. */
export function AccountFields({ values, onChange, groups, children }: AccountFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        name="displayName"
        label={t('people.name')}
        hint={t('people.name_hint')}
        value={values.displayName}
        onChange={(displayName) => onChange({ ...values, displayName })}
        isRequired
        maxLength={120}
      />
      {children}
      <GroupChoice groups={groups} values={values} onChange={onChange} />
      <RightsPreview title={t('people.preview')} request={{ groups: accountOf(values).groups }} />
    </>
  );
}
