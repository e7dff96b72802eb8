import { type ComponentType, Fragment, memo, type ReactNode } from 'react';
import type { Room } from '../../../domain/room.ts';

interface RoomsProps {
  readonly rooms: readonly Room[];
  /** The component that shows one room. */
  readonly item: ComponentType<{ readonly room: Room }>;
  /** The component that contains the rooms of a group. */
  readonly group?: ComponentType<{ readonly children: ReactNode }> | undefined;
}

/** The number of rooms in a group. A multiple of 1, 2, 3 and 4, the numbers of columns. */
export const groupSize = 12;

/**
 * Shows rooms in groups, so that after an update of one room React compares the groups and the rooms of one group, not
 * all rooms.
 */
export function RoomGroups({ rooms, item, group }: RoomsProps) {
  const groupCount = Math.ceil(rooms.length / groupSize);
  return Array.from({ length: groupCount }, (_none, index) => (
    <RoomGroup key={index} rooms={rooms.slice(index * groupSize, (index + 1) * groupSize)} item={item} group={group} />
  ));
}

const RoomGroup = memo(
  ({ rooms, item: Item, group: Group = Fragment }: RoomsProps) => (
    <Group>
      {rooms.map((room) => (
        <Item key={room.uuid} room={room} />
      ))}
    </Group>
  ),
  (one, other) =>
    one.item === other.item &&
    one.group === other.group &&
    one.rooms.length === other.rooms.length &&
    one.rooms.every((room, index) => room === other.rooms[index]),
);
