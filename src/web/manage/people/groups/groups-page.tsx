import { useState } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import { type Places, usePlaces } from '../../home/places.ts';
import { DialogWarning } from '../../shell/dialog/dialog.tsx';
import { LoadState } from '../../shell/load-state.tsx';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from '../people-list.module.css';
import { type Group, useGroups } from '../use-people.ts';
import { AnyGroupPreview } from './any-group-preview.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { rightText } from './right-text.ts';

/** The groups of the identity provider, and what their members may see. */
export function GroupsPage() {
  const { t } = useTexts();
  const groups = useGroups();
  const home = usePlaces();
  /** The group in the dialog. Null: a new one. */
  const [open, setOpen] = useState<Group | null>();
  if (groups.data === undefined || home.places === undefined) {
    return <LoadState queries={[groups, home]} title={t('people.loading')} />;
  }
  const { places } = home;
  const { items, isReplacedAtStart } = groups.data;
  return (
    <>
      <div className={styles.tools}>
        <p className={styles.toolsText}>{t('people.groups_about')}</p>
        <button type="button" className={buttonStyles.strong} onClick={() => setOpen(null)}>
          <ManageIcon name="add" className={buttonStyles.icon} />
          {t('people.add_group')}
        </button>
      </div>
      {isReplacedAtStart && (
        <div className={styles.notice}>
          <DialogWarning>{t('people.access_file')}</DialogWarning>
        </div>
      )}
      <ul className={pageStyles.list} aria-label={t('people.groups')}>
        {items.map((group) => (
          <GroupRow key={group.name} group={group} places={places} onOpen={() => setOpen(group)} />
        ))}
      </ul>
      <AnyGroupPreview />
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
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.words}>
          <bdi className={styles.name}>{name}</bdi>
          {memberCount !== null && (
            <span className={pageStyles.detail}>{t('people.members', { count: memberCount })}</span>
          )}
        </span>
        <span className={styles.lines}>
          {rights.length === 0 && <span className={pageStyles.detail}>{t('people.no_rights')}</span>}
          {rights.map((right) => (
            <bdi key={JSON.stringify(right)}>{rightText(right, places, t)}</bdi>
          ))}
        </span>
        <ManageIcon name="edit" className={styles.icon} />
      </button>
    </li>
  );
}
