import { useState } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import { SearchField } from '../../shell/form/search-field.tsx';
import { LoadState } from '../../shell/load-state.tsx';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from '../people-list.module.css';
import { type Account, useAccounts, useGroups } from '../use-people.ts';
import { AccountDialogs, type OpenDialog } from './account-dialogs.tsx';

/** The accounts of the embedded identity provider. */
export function AccountsPage() {
  const { t, language } = useTexts();
  const accounts = useAccounts();
  const groups = useGroups();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<OpenDialog>();
  if (accounts.data === undefined || groups.data === undefined) {
    return <LoadState queries={[accounts, groups]} title={t('people.loading')} />;
  }
  const { items } = accounts.data;
  const wanted = search.trim().toLocaleLowerCase(language);
  const found = items.filter(({ displayName, username, groups: names }) =>
    [displayName, username, ...names].some((text) => text.toLocaleLowerCase(language).includes(wanted)),
  );
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t('people.search')} value={search} onChange={setSearch} />
        <button type="button" className={buttonStyles.strong} onClick={() => setDialog({ kind: 'invite' })}>
          <ManageIcon name="add" className={buttonStyles.icon} />
          {t('people.invite')}
        </button>
      </div>
      {found.length === 0 && <p className={pageStyles.detail}>{t('people.none_found')}</p>}
      <ul className={pageStyles.list} aria-label={t('people.accounts')}>
        {found.map((account) => (
          <AccountRow
            key={account.uuid}
            account={account}
            onOpen={() => setDialog({ kind: 'edit', uuid: account.uuid })}
          />
        ))}
      </ul>
      <AccountDialogs
        dialog={dialog}
        accounts={items}
        groups={groups.data.items}
        onOpen={setDialog}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

function AccountRow({ account, onOpen }: { readonly account: Account; readonly onOpen: () => void }) {
  const { t } = useTexts();
  const { displayName, username, groups, state, passkeyCount } = account;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.words}>
          <bdi className={styles.name}>{displayName}</bdi>
          <bdi className={pageStyles.detail}>{username}</bdi>
        </span>
        <span className={styles.facts}>
          {groups.length === 0 && <span className={pageStyles.detail}>{t('people.no_group')}</span>}
          {groups.map((group) => (
            <bdi key={group} className={styles.chip}>
              {group}
            </bdi>
          ))}
          {passkeyCount > 0 && (
            <span className={pageStyles.detail}>{t('people.passkeys', { count: passkeyCount })}</span>
          )}
        </span>
        {state !== 'active' && (
          <span className={styles.state} data-state={state}>
            {t(`people.state.${state}`)}
          </span>
        )}
        <ManageIcon name="edit" className={styles.icon} />
      </button>
    </li>
  );
}
