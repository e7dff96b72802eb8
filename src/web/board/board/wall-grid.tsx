import type { CSSProperties } from 'react';
import type { Room } from '../../../domain/room.ts';
import { RoomCard } from '../cards/card.tsx';
import cardStyles from '../cards/wall-card.module.css';
import styles from './wall-grid.module.css';

interface WallGridProps {
  readonly rooms: readonly Room[];
  readonly label: string;
}

/** The maximum number of rooms for each number of columns. More rooms have as many columns as fit. */
const maxRoomsOfColumns = [1, 4, 9, 12, 20, 30] as const;

/** The rooms of a wall board: cards that fill the screen, so that few rooms have large letters. */
export function WallGrid({ rooms, label }: WallGridProps) {
  const found = maxRoomsOfColumns.findIndex((max) => rooms.length <= max);
  const columns = found === -1 ? maxRoomsOfColumns.length + 1 : found + 1;
  const shape: CSSProperties & Record<'--wall-columns' | '--wall-rows', number> = {
    '--wall-columns': columns,
    '--wall-rows': Math.ceil(rooms.length / columns),
  };
  return (
    <ul className={styles.grid} style={shape} aria-label={label}>
      {rooms.map((room) => (
        <li key={room.uuid} className={styles.item}>
          <RoomCard room={room} size="wall" styles={cardStyles} />
        </li>
      ))}
    </ul>
  );
}
