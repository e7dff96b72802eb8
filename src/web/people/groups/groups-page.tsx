import { useState } from 'react';
import { ActionButton } from '../../administration/action-button.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import textStyles from '../../ui/text.module.css';
import { type Places, usePlaces } from '../../home/places.ts';
import { LoadState } from '../../administration/load-state.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type Group, useGroups } from '../use-people.ts';
import { GroupDialog } from './group-dialog.tsx';
import { describeRight } from './right-text.ts';
import layout from '../../ui/layout.module.css';
import { PageNotice } from '../../ui/notice/page-notice.tsx';

/** The page for groups of the identity provider and their rights. */
export function GroupsPage() {
  const { t } = useTexts();
  const groups = useGroups();
  const home = usePlaces();
  /** The group whose dialog is open. Null: the dialog of a new group. Undefined: no dialog is open. */
  const [open, setOpen] = useState<Group | null>();
  if (groups.data === undefined || home.places === undefined) {
    return <LoadState queries={[groups, home]} title={t('people.loading')} />;
  }
  const { places } = home;
  const { items, isReplacedAtStart } = groups.data;
  return (
    <>
      <div className={layout.bar}>
        <p>{t('people.groups_about')}</p>
        <ActionButton icon="add" look="strong" onClick={() => setOpen(null)}>
          {t('people.add_group')}
        </ActionButton>
      </div>
      {isReplacedAtStart && <PageNotice tone="warning">{t('people.access_file')}</PageNotice>}
      <List label={t('people.groups')}>
        {items.map((group) => (
          <GroupRow key={group.name} group={group} places={places} onOpen={() => setOpen(group)} />
        ))}
      </List>
      {open !== undefined && (
        <GroupDialog group={open} known={items} places={places} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

interface GroupRowProps {
  readonly group: Group;
  readonly places: Places;
  readonly onOpen: () => void;
}

function GroupRow({ group, places, onOpen }: GroupRowProps) {
  const { t } = useTexts();
  const { name, rights, memberCount } = group;
  return (
    <ListRow
      name={name}
      actions={<ActionButton icon="edit" aria-label={t('people.group', { name })} onClick={onOpen} />}
    >
      {memberCount !== null && <span className={textStyles.detail}>{t('people.members', { count: memberCount })}</span>}
      {rights.length === 0 && <span className={textStyles.detail}>{t('people.no_rights')}</span>}
      {rights.map((right) => (
        <bdi key={JSON.stringify(right)}>{describeRight(right, places, t)}</bdi>
      ))}
    </ListRow>
  );
}
