import { isAdministratorOfEverything, useMe } from '../../../api/me.ts';
import { ActionButton } from '../../../administration/action-button.tsx';
import { List, ListRow } from '../../../ui/list/list.tsx';
import { PageNotice } from '../../../ui/notice/page-notice.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import type { ManagedPlace, Places } from '../../places.ts';
import type { OpenPlaceDialog } from './place-dialogs.tsx';
import { PlaceCountText } from './place-counts.tsx';
import { PlaceButtons } from './place-buttons.tsx';
import styles from './place-tree.module.css';
import layout from '../../../ui/layout.module.css';

interface TreeProps {
  readonly places: Places;
  readonly onOpen: OpenPlaceDialog;
}

/** Lists the clients with their locations, and the wards of each location as links to their rooms. */
export function PlaceTree({ places, onOpen }: TreeProps) {
  const { t } = useTexts();
  const clients = places.childrenOf(null);
  return (
    <div className={styles.tree}>
      {clients.length === 0 && <PageNotice tone="none">{t('rooms.nothing_yet')}</PageNotice>}
      {clients.map((client) => (
        <section key={client.uuid} className={layout.stack} aria-labelledby={`place-${client.uuid}`}>
          <PlaceHead place={client} onOpen={onOpen} />
          {places.childrenOf(client.uuid).map((location) => (
            <Location key={location.uuid} places={places} location={location} onOpen={onOpen} />
          ))}
        </section>
      ))}
      <AddClient onOpen={onOpen} />
    </div>
  );
}

/** The button that adds a client, which only administrators of everything see. */
function AddClient({ onOpen }: Pick<TreeProps, 'onOpen'>) {
  const { t } = useTexts();
  const { data: me } = useMe();
  if (me === undefined || !isAdministratorOfEverything(me)) return null;
  return (
    <ActionButton icon="add" onClick={() => onOpen({ kind: 'add', level: 'client', parentUUID: null })}>
      {t('rooms.add_client')}
    </ActionButton>
  );
}

interface LocationProps extends TreeProps {
  readonly location: ManagedPlace;
}

function Location({ places, location, onOpen }: LocationProps) {
  const { t } = useTexts();
  const wards = places.childrenOf(location.uuid);
  return (
    <section className={styles.location} aria-labelledby={`place-${location.uuid}`}>
      <PlaceHead place={location} onOpen={onOpen} />
      <List className={styles.wards}>
        {wards.map((ward) => (
          <ListRow key={ward.uuid} to={`/manage/rooms/${ward.uuid}`} name={ward.displayName}>
            <PlaceCountText place={ward} />
          </ListRow>
        ))}
      </List>
      {wards.length === 0 && <p>{t('rooms.no_wards')}</p>}
    </section>
  );
}

interface PlaceHeadProps {
  readonly place: ManagedPlace;
  readonly onOpen: OpenPlaceDialog;
}

function PlaceHead({ place, onOpen }: PlaceHeadProps) {
  const Heading = place.level === 'client' ? 'h2' : 'h3';
  return (
    <div className={`${layout.bar} ${styles.head}`}>
      <div>
        <Heading id={`place-${place.uuid}`} dir="auto">
          {place.displayName}
        </Heading>
        <PlaceCountText place={place} />
      </div>
      <PlaceButtons place={place} onOpen={onOpen} />
    </div>
  );
}
