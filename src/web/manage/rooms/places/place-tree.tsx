import { Link } from 'react-router';
import { isAdministratorOfEverything, useMe } from '../../../api/me.ts';
import buttonStyles from '../../../ui/button.module.css';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { ManagedPlace, Places } from '../../home/places.ts';
import type { OpenPlaceDialog } from './place-dialogs.tsx';
import { PlaceCounts } from './place-counts.tsx';
import { PlaceButtons } from './place-buttons.tsx';
import styles from './place-tree.module.css';

interface TreeProps {
  readonly places: Places;
  readonly onOpen: OpenPlaceDialog;
}

/** Clients with their locations, and the wards of each as links to their rooms. */
export function PlaceTree({ places, onOpen }: TreeProps) {
  const { t } = useTexts();
  const clients = places.childrenOf(null);
  return (
    <>
      {clients.length === 0 && <p>{t('rooms.nothing_yet')}</p>}
      {clients.map((client) => (
        <section key={client.uuid} className={styles.client} aria-labelledby={`place-${client.uuid}`}>
          <PlaceHead place={client} onOpen={onOpen} />
          {places.childrenOf(client.uuid).map((location) => (
            <Location key={location.uuid} places={places} location={location} onOpen={onOpen} />
          ))}
        </section>
      ))}
      <AddClient onOpen={onOpen} />
    </>
  );
}

/** Only administrators of everything add clients. */
function AddClient({ onOpen }: Pick<TreeProps, 'onOpen'>) {
  const { t } = useTexts();
  const { data: me } = useMe();
  if (me === undefined || !isAdministratorOfEverything(me)) return null;
  return (
    <button
      type="button"
      className={buttonStyles.quiet}
      onClick={() => onOpen({ kind: 'add', level: 'client', parentUUID: null })}
    >
      <ManageIcon name="add" className={buttonStyles.icon} />
      {t('rooms.add_client')}
    </button>
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
      <ul className={styles.wards}>
        {wards.map((ward) => (
          <li key={ward.uuid} className={styles.ward}>
            <Link to={`/manage/rooms/${ward.uuid}`} className={styles.wardLink}>
              <span className={styles.wardName} dir="auto">
                {ward.displayName}
              </span>
              <PlaceCounts place={ward} />
            </Link>
          </li>
        ))}
      </ul>
      {wards.length === 0 && <p className={styles.none}>{t('rooms.no_wards')}</p>}
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
    <div className={styles.head}>
      <div className={styles.headWords}>
        <Heading id={`place-${place.uuid}`} className={styles.name} dir="auto">
          {place.displayName}
        </Heading>
        <PlaceCounts place={place} />
      </div>
      <PlaceButtons place={place} onOpen={onOpen} />
    </div>
  );
}
