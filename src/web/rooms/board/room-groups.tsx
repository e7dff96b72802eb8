import { type ComponentType, Fragment, memo, type ReactNode } from 'react';
import type { Room } from '../../../domain/room.ts';

interface RoomsProps {
  readonly streams: readonly Room[];
  /** Shows one room. */
  readonly item: ComponentType<{ readonly stream: Room }>;
  /** Contains the rooms of a group. */
  readonly group?: ComponentType<{ readonly children: ReactNode }> | undefined;
}

/** A multiple of 1, 2, 3 and 4, the numbers of columns. */
export const groupSize = 12;

/** Shows rooms in groups, so that an update of one room compares some groups and one group of rooms, and not all rooms. */
export function RoomGroups({ streams, item, group }: RoomsProps) {
  const groupCount = Math.ceil(streams.length / groupSize);
  return Array.from({ length: groupCount }, (_none, index) => (
    <RoomGroup
      key={index}
      streams={streams.slice(index * groupSize, (index + 1) * groupSize)}
      item={item}
      group={group}
    />
  ));
}

const RoomGroup = memo(
  ({ streams, item: Item, group: Group = Fragment }: RoomsProps) => (
    <Group>
      {streams.map((stream) => (
        <Item key={stream.uuid} stream={stream} />
      ))}
    </Group>
  ),
  (one, other) =>
    one.item === other.item &&
    one.group === other.group &&
    one.streams.length === other.streams.length &&
    one.streams.every((stream, index) => stream === other.streams[index]),
);
