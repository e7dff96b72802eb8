import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { RoomGroups } from './room-groups.tsx';
import { SmallRoomCard } from './small-room-card.tsx';
import type { BoardWard } from './ward-names.ts';
import styles from './ward-sections.module.css';

export interface WardSectionsProps {
  readonly rooms: readonly Room[];
  readonly wards: readonly BoardWard[];
}

/** The rooms of several wards as small cards, with the name of each ward as heading. */
export function WardSections({ rooms, wards }: WardSectionsProps) {
  const { t } = useTranslation();
  const roomsOf = Map.groupBy(rooms, ({ wardUUID }) => wardUUID);
  return wards.map(({ uuid, displayName }) => {
    const ofWard = roomsOf.get(uuid) ?? [];
    return (
      <section key={uuid} className={styles.ward} aria-labelledby={`ward-${uuid}`}>
        <h2 id={`ward-${uuid}`} className={styles.heading}>
          {displayName}
        </h2>
        {ofWard.length === 0 ? (
          <p className={styles.none}>{t('streams.none')}</p>
        ) : (
          <ul className={styles.grid}>
            <RoomGroups streams={ofWard} item={SmallRoomItem} />
          </ul>
        )}
      </section>
    );
  });
}

function SmallRoomItem({ stream }: { readonly stream: Room }) {
  return (
    <li className={styles.item}>
      <SmallRoomCard room={stream} />
    </li>
  );
}
