/** The own account of whoever is signed in: its password and its passkeys. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownAccountEndpoints } from '../../../contract/own-account.ts';
import { useApi } from '../../api/api-client.tsx';
import { reportConnection } from '../../api/connection-state.ts';
import { LoadState } from '../shell/load-state.tsx';
import { NotificationProvider } from '../shell/notifications.tsx';
import { Page } from '../shell/page.tsx';
import { UnsavedChangesProvider } from '../shell/unsaved/unsaved-changes-provider.tsx';
import { useTexts } from '../shell/use-texts.ts';
import styles from './account.module.css';
import { ownAccountKey } from './own-account.ts';
import { PasskeyList } from './passkey-list.tsx';
import { PasswordForm } from './password-form.tsx';

export function AccountPage() {
  // The forms show when their own requests fail.
  useEffect(() => reportConnection({ kind: 'none' }), []);
  return (
    <UnsavedChangesProvider>
      <NotificationProvider>
        <OwnAccount />
      </NotificationProvider>
    </UnsavedChangesProvider>
  );
}

function OwnAccount() {
  const { t } = useTexts();
  const { call } = useApi();
  const account = useQuery({
    queryKey: ownAccountKey,
    queryFn: ({ signal }) => call(ownAccountEndpoints.getOwnAccount, { signal }),
  });
  if (account.data === undefined) return <LoadState queries={[account]} title={t('account.loading')} />;
  const { displayName: name, username, passkeys, canAddPasskeys } = account.data;
  return (
    <Page title={t('account.title')} className={styles.page}>
      <p className={styles.who}>{t('account.signed_in_as', { name, username })}</p>
      <PasswordForm username={username} />
      <PasskeyList passkeys={passkeys} canAddPasskeys={canAddPasskeys} />
    </Page>
  );
}
