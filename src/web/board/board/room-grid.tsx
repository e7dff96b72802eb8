import type { CSSProperties, ReactNode } from 'react';
import type { Room } from '../../../domain/room.ts';
import { RoomCard } from '../cards/card.tsx';
import cardStyles from '../cards/room-card.module.css';
import { groupSize, RoomGroups } from './room-groups.tsx';
import styles from './room-grid.module.css';

interface RoomGridProps {
  readonly rooms: readonly Room[];
  readonly label: string;
}

const groupSizeStyle: CSSProperties & Record<'--group-size', number> = { '--group-size': groupSize };

/** The rooms of a ward as cards in 1, 2, 3 or 4 columns, by the width of the screen (LIST-10). */
export function RoomGrid({ rooms, label }: RoomGridProps) {
  return (
    <div role="list" className={styles.grid} style={groupSizeStyle} aria-label={label}>
      <RoomGroups rooms={rooms} item={RoomGridItem} group={RoomGridGroup} />
    </div>
  );
}

function RoomGridGroup({ children }: { readonly children: ReactNode }) {
  return <div className={styles.group}>{children}</div>;
}

function RoomGridItem({ room }: { readonly room: Room }) {
  return (
    <div role="listitem" className={styles.item}>
      <RoomCard room={room} size="large" styles={cardStyles} />
    </div>
  );
}
