import { List, ListRow } from '../../../ui/list/list.tsx';
import textStyles from '../../../ui/text.module.css';
import { ActionButton } from '../../../administration/action-button.tsx';
import { LoadFailure } from '../../../administration/load-state.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { formatPlacePath, type Places } from '../../places.ts';
import { useFoundRooms } from '../../rooms.ts';
import { PlaceCountText } from './place-counts.tsx';
import type { OpenPlaceDialog } from './place-dialogs.tsx';

interface FoundRoomsProps {
  readonly places: Places;
  readonly search: string;
  readonly onOpen: OpenPlaceDialog;
}

/** Lists the wards and rooms whose name contains the searched text. */
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
      <p role="status">
        {data !== undefined && t('rooms.found', { count: total })}
        {total > rooms.length && ` ${t('rooms.found_more', { shown: String(rooms.length) })}`}
      </p>
      <List>
        {wards.map((ward) => (
          <ListRow key={ward.uuid} to={`/manage/rooms/${ward.uuid}`} name={ward.displayName}>
            <span className={textStyles.detail}>{formatPlacePath(places, ward.parentUUID)}</span>
            <PlaceCountText place={ward} />
          </ListRow>
        ))}
        {rooms.map((room) => (
          <ListRow
            key={room.uuid}
            name={room.displayName}
            actions={
              <ActionButton
                icon="edit"
                aria-label={t('rooms.edit_name', { name: room.displayName })}
                onClick={() => onOpen({ kind: 'room', room })}
              />
            }
          >
            <span className={textStyles.detail}>{formatPlacePath(places, room.wardUUID)}</span>
            <code className={textStyles.detail}>{room.reportName}</code>
          </ListRow>
        ))}
      </List>
    </>
  );
}
