import { useState } from 'react';
import { minPasswordLength } from '../../../contract/manage/fields.ts';
import { ownAccountEndpoints } from '../../../contract/own-account.ts';
import { useApi } from '../../api/api-client.tsx';
import { ManageForm } from '../shell/form/manage-form.tsx';
import { TextField } from '../shell/form/text-field.tsx';
import { useNotify } from '../shell/notifications.tsx';
import pageStyles from '../shell/page.module.css';
import { useTexts } from '../shell/use-texts.ts';
import styles from './account.module.css';

const empty = { present: '', wanted: '', repeated: '' };

/** Changes the own password. Other sessions end, this one continues. */
export function PasswordForm({ username }: { readonly username: string }) {
  const { t } = useTexts();
  const { call } = useApi();
  const notify = useNotify();
  const [fields, setFields] = useState(empty);
  const { present, wanted, repeated } = fields;
  const rule = t('account.new_hint', { length: String(minPasswordLength) });
  return (
    <section className={`${pageStyles.panel} ${styles.section}`} aria-label={t('account.password')}>
      <h2 className={pageStyles.heading}>{t('account.password')}</h2>
      <ManageForm
        submitLabel={t('account.change')}
        isDirty={Object.values(fields).some((value) => value !== '')}
        onSubmit={async () => {
          const body = { password: present, newPassword: wanted };
          await call(ownAccountEndpoints.changeOwnPassword, { body, maxAttempts: 1 });
          setFields(empty);
          notify({ text: t('account.changed') });
        }}
      >
        {/* Password managers store the new password for this name. */}
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
        <TextField
          name="newPassword"
          label={t('account.new')}
          hint={rule}
          type="password"
          autoComplete="new-password"
          value={wanted}
          onChange={(value) => setFields({ ...fields, wanted: value })}
          validate={(value) => (Array.from(value).length < minPasswordLength ? rule : undefined)}
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
        <p className={pageStyles.detail}>{t('account.others_end')}</p>
      </ManageForm>
    </section>
  );
}
