import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import styles from './room-list.module.css';
import { RoomRow } from './room-row.tsx';

interface RoomListProps {
  readonly rooms: readonly Room[];
  readonly label: string;
}

/** The rooms as a table with name, type and last update (WARD-6). The status is in the name column. */
export function RoomList({ rooms, label }: RoomListProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('room.name')}</th>
            <th scope="col">{t('room.type')}</th>
            <th scope="col">{t('room.last_update')}</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <RoomRow key={room.uuid} room={room} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
