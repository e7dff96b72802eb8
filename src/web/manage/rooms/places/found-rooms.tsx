import { Link } from 'react-router';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { placeText, type Places } from '../../home/places.ts';
import { useFoundRooms } from '../../home/rooms.ts';
import { PlaceCounts } from './place-counts.tsx';
import type { OpenPlaceDialog } from './place-dialogs.tsx';
import styles from './found-rooms.module.css';

interface FoundRoomsProps {
  readonly places: Places;
  readonly search: string;
  readonly onOpen: OpenPlaceDialog;
}

/** The wards and rooms whose name contains the text. */
export function FoundRooms({ places, search, onOpen }: FoundRoomsProps) {
  const { t } = useTexts();
  const { data, error, refetch } = useFoundRooms(search);
  if (error !== null && data === undefined) return <LoadFailure error={error} onRetry={refetch} />;
  const wanted = search.normalize('NFC').toLowerCase();
  const wards = [...places.byUuid.values()].filter(
    ({ level, displayName }) => level === 'ward' && displayName.normalize('NFC').toLowerCase().includes(wanted),
  );
  const rooms = data?.items ?? [];
  const total = data?.total ?? 0;
  return (
    <>
      <p role="status" className={styles.summary}>
        {data !== undefined && t('rooms.found', { count: total })}
        {total > rooms.length && ` ${t('rooms.found_more', { shown: String(rooms.length) })}`}
      </p>
      <ul className={styles.list}>
        {wards.map((ward) => (
          <li key={ward.uuid}>
            <Link to={`/manage/rooms/${ward.uuid}`} className={styles.row}>
              <Name name={ward.displayName} path={placeText(places, ward.parentUUID)} />
              <PlaceCounts place={ward} />
            </Link>
          </li>
        ))}
        {rooms.map((room) => (
          <li key={room.uuid}>
            <button type="button" className={styles.row} onClick={() => onOpen({ kind: 'room', room })}>
              <Name name={room.displayName} path={placeText(places, room.wardUUID)} />
              <code className={styles.alias}>{room.reportName}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Name({ name, path }: { readonly name: string; readonly path: string }) {
  return (
    <span className={styles.words}>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.path}>{path}</span>
    </span>
  );
}
