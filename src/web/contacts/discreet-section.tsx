import { useState } from 'react';
import { CheckField } from '../administration/form/check-field.tsx';
import { explainFailure } from '../administration/form/describe-failure.ts';
import { SelectField } from '../administration/form/select-field.tsx';
import { LoadState } from '../administration/load-state.tsx';
import { useNotify } from '../administration/notifications.tsx';
import { useTexts } from '../administration/use-texts.ts';
import type { RulesState } from '../rules/edit-rules.ts';
import { useRules, useSaveRules } from '../rules/use-rules.ts';
import { Section } from '../ui/page/section.tsx';
import { useLocationOptions } from './location-options.ts';

/** What notifications on phones show, by location. */
export function DiscreetSection() {
  const { t } = useTexts();
  const locations = useLocationOptions();
  const [chosen, setChosen] = useState<string>();
  const uuid = chosen ?? locations[0]?.value;
  if (uuid === undefined) return null;
  return (
    <Section title={t('contacts.discreet.title')} about={t('contacts.discreet.about')}>
      {locations.length > 1 && (
        <SelectField
          name="discreet-location"
          label={t('contacts.location')}
          value={uuid}
          options={locations}
          onChange={setChosen}
        />
      )}
      <LocationSwitch key={uuid} uuid={uuid} />
    </Section>
  );
}

function LocationSwitch({ uuid }: { readonly uuid: string }) {
  const { t } = useTexts();
  const rules = useRules({ level: 'location', uuid });
  if (rules.data === undefined) return <LoadState queries={[rules]} title={t('shell.loading')} />;
  return <DiscreetSwitch state={rules.data} />;
}

function DiscreetSwitch({ state }: { readonly state: RulesState }) {
  const { t } = useTexts();
  const notify = useNotify();
  const save = useSaveRules();
  const [isSaving, setIsSaving] = useState(false);
  const { discreetPhones = false, ...others } = state.rules;
  const change = async (isDiscreet: boolean) => {
    // Ignores a second press while the first one is being saved.
    if (isSaving) return;
    setIsSaving(true);
    try {
      await save(state, { ...others, ...(isDiscreet && { discreetPhones: true }) });
      notify(t('contacts.saved', { name: state.displayName }));
    } catch (error) {
      notify(explainFailure(error, t));
    }
    setIsSaving(false);
  };
  return (
    <CheckField isChecked={discreetPhones} onChange={(isDiscreet) => void change(isDiscreet)}>
      {t('contacts.discreet.label')}
    </CheckField>
  );
}
