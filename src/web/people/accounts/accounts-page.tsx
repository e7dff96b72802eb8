import { useState } from 'react';
import { ActionButton } from '../../administration/action-button.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import textStyles from '../../ui/text.module.css';
import { SearchField } from '../../administration/form/search-field.tsx';
import { LoadState } from '../../administration/load-state.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import styles from '../people.module.css';
import { type Account, useAccounts, useGroups } from '../use-people.ts';
import { AccountDialogs, type OpenDialog } from './account-dialogs.tsx';
import layout from '../../ui/layout.module.css';

/** The page that lists the accounts of the embedded identity provider. */
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
      <div className={layout.bar}>
        <SearchField label={t('people.search')} value={search} onChange={setSearch} />
        <ActionButton icon="add" look="strong" onClick={() => setDialog({ kind: 'invite' })}>
          {t('people.invite')}
        </ActionButton>
      </div>
      {found.length === 0 && <p className={textStyles.detail}>{t('people.none_found')}</p>}
      <List label={t('people.accounts')}>
        {found.map((account) => (
          <AccountRow
            key={account.uuid}
            account={account}
            onOpen={() => setDialog({ kind: 'edit', uuid: account.uuid })}
          />
        ))}
      </List>
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
  const { displayName, username, groups, state } = account;
  return (
    <ListRow
      name={displayName}
      actions={<ActionButton icon="edit" aria-label={t('people.account_of', { name: displayName })} onClick={onOpen} />}
    >
      <span className={textStyles.detail}>
        <bdi>{username}</bdi>
        {state !== 'active' && (
          <>
            {' · '}
            <span className={styles.state} data-state={state}>
              {t(`people.state.${state}`)}
            </span>
          </>
        )}
      </span>
      <span className={textStyles.detail}>{groups.length === 0 ? t('people.no_group') : groups.join(', ')}</span>
    </ListRow>
  );
}
