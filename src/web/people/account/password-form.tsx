import { useState } from 'react';
import { ownAccountEndpoints } from '../../../contract/people/own-account.ts';
import { Section } from '../../ui/page/section.tsx';
import textStyles from '../../ui/text.module.css';
import { useApi } from '../../api/api-client.tsx';
import { ManageForm } from '../../administration/form/manage-form.tsx';
import { NewPasswordField } from '../../administration/form/new-password-field.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useNotify } from '../../administration/notifications.tsx';
import { useTexts } from '../../administration/use-texts.ts';

const empty = { present: '', wanted: '', repeated: '' };

interface PasswordFormProps {
  readonly username: string;
}

/** The form for the user's own password. A change ends all other sessions of the user. */
export function PasswordForm({ username }: PasswordFormProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const notify = useNotify();
  const [fields, setFields] = useState(empty);
  const { present, wanted, repeated } = fields;
  return (
    <Section title={t('account.password')} isFramed>
      <ManageForm
        submitLabel={t('account.change')}
        isDirty={Object.values(fields).some(Boolean)}
        onSubmit={async () => {
          const body = { password: present, newPassword: wanted };
          await call(ownAccountEndpoints.changeOwnPassword, { body, maxAttempts: 1 });
          setFields(empty);
          notify(t('account.changed'));
        }}
      >
        {/* The hidden username makes password managers store the new password for this username. */}
        <input hidden readOnly autoComplete="username" value={username} />
        <TextField
          name="password"
          label={t('account.present')}
          type="password"
          autoComplete="current-password"
          value={present}
          onChange={(value) => setFields({ ...fields, present: value })}
          isRequired
        />
        <NewPasswordField
          name="newPassword"
          label={t('account.new')}
          value={wanted}
          onChange={(value) => setFields({ ...fields, wanted: value })}
        />
        <TextField
          name="repeated"
          label={t('account.repeat')}
          type="password"
          autoComplete="new-password"
          value={repeated}
          onChange={(value) => setFields({ ...fields, repeated: value })}
          validate={(value) => (value === wanted ? undefined : t('account.differ'))}
        />
        <p className={textStyles.detail}>{t('account.others_end')}</p>
      </ManageForm>
    </Section>
  );
}
