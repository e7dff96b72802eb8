import { NavLink, Navigate, Route, Routes } from 'react-router';
import { useMe } from '../api/me.ts';
import { Page } from '../ui/page/page.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { AccountsPage } from './accounts/accounts-page.tsx';
import { GroupsPage } from './groups/groups-page.tsx';
import styles from './people.module.css';

const peoplePath = '/manage/people';

/**
 * The page for accounts and groups. With an external identity provider it shows only groups, because the provider has
 * the accounts.
 */
export function PeoplePage() {
  const { t } = useTexts();
  const { data: me } = useMe();
  const hasAccounts = me?.hasOwnAccounts === true;
  return (
    <Page title={t('people.title')} isWide>
      {hasAccounts && (
        <nav className={styles.tabs} aria-label={t('people.title')}>
          <NavLink to={peoplePath} end className={styles.tab ?? ''}>
            {t('people.accounts')}
          </NavLink>
          <NavLink to={`${peoplePath}/groups`} className={styles.tab ?? ''}>
            {t('people.groups')}
          </NavLink>
        </nav>
      )}
      <Routes>
        <Route index element={hasAccounts ? <AccountsPage /> : <GroupsPage />} />
        <Route path="groups" element={<GroupsPage />} />
        <Route path="*" element={<Navigate to={peoplePath} replace />} />
      </Routes>
    </Page>
  );
}
