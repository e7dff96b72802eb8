import { useState } from 'react';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from '../people-list.module.css';
import { RightsPreview } from '../preview/rights-preview.tsx';

/** What somebody in a group sees, also in one that is not in the list: groups are compared letter by letter. */
export function AnyGroupPreview() {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [shown, setShown] = useState<string>();
  return (
    <section className={`${pageStyles.section} ${styles.anyGroup}`} aria-label={t('people.any_group')}>
      <h2 className={pageStyles.heading}>{t('people.any_group')}</h2>
      <ManageForm submitLabel={t('people.show')} onSubmit={async () => setShown(name.trim())}>
        <TextField
          name="group"
          label={t('people.group_name')}
          hint={t('people.any_group_hint')}
          value={name}
          onChange={setName}
          isRequired
          maxLength={200}
        />
      </ManageForm>
      {shown !== undefined && (
        <RightsPreview title={t('people.group', { name: shown })} request={{ groups: [shown] }} />
      )}
    </section>
  );
}
