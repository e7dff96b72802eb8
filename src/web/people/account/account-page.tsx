/** The page where users change their own password. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownAccountEndpoints } from '../../../contract/people/own-account.ts';
import { useApi } from '../../api/api-client.tsx';
import { reportConnection } from '../../api/connection-state.ts';
import { LoadState } from '../../administration/load-state.tsx';
import { ChangeProviders } from '../../administration/outcomes/change-providers.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextsProvider } from '../../administration/texts-provider.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { PasswordForm } from './password-form.tsx';

export function AccountPage() {
  // Hides the connection indicator, because the forms of the page show when their own requests fail.
  useEffect(() => reportConnection({ kind: 'none' }), []);
  return (
    <TextsProvider>
      <ChangeProviders>
        <OwnAccount />
      </ChangeProviders>
    </TextsProvider>
  );
}

function OwnAccount() {
  const { t } = useTexts();
  const { call } = useApi();
  const account = useQuery({
    queryKey: ['own-account'],
    queryFn: ({ signal }) => call(ownAccountEndpoints.getOwnAccount, { signal }),
  });
  if (account.data === undefined) return <LoadState queries={[account]} title={t('account.loading')} />;
  const { displayName: name, username } = account.data;
  return (
    <Page title={t('account.title')}>
      <p>{t('account.signed_in_as', { name, username })}</p>
      <PasswordForm username={username} />
    </Page>
  );
}
