import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { RoomList } from '../table/room-list.tsx';
import { RoomCard } from '../cards/card.tsx';
import cardStyles from '../cards/small-room-card.module.css';
import { RoomGroups } from './room-groups.tsx';
import type { RoomView } from './view-switch.tsx';
import type { BoardWard } from '../../live/ward-names.ts';
import styles from './ward-sections.module.css';

interface WardSectionsProps {
  readonly rooms: readonly Room[];
  readonly wards: readonly BoardWard[];
  readonly view: RoomView;
}

/** The rooms of several wards as small cards or as tables, with the name of each ward as heading. */
export function WardSections({ rooms, wards, view }: WardSectionsProps) {
  const { t } = useTranslation();
  const roomsOf = Map.groupBy(rooms, ({ wardUUID }) => wardUUID);
  return wards.map(({ uuid, displayName }) => {
    const ofWard = roomsOf.get(uuid) ?? [];
    return (
      <section key={uuid} className={styles.ward} aria-labelledby={`ward-${uuid}`}>
        <h2 id={`ward-${uuid}`} className={styles.heading}>
          {displayName}
        </h2>
        {ofWard.length === 0 && <p className={styles.none}>{t('streams.none')}</p>}
        {ofWard.length > 0 && view === 'list' && <RoomList rooms={ofWard} label={displayName} />}
        {ofWard.length > 0 && view === 'grid' && (
          <ul className={styles.grid}>
            <RoomGroups rooms={ofWard} item={SmallRoomItem} />
          </ul>
        )}
      </section>
    );
  });
}

function SmallRoomItem({ room }: { readonly room: Room }) {
  return (
    <li className={styles.item}>
      <RoomCard room={room} size="small" styles={cardStyles} />
    </li>
  );
}
