import { memo, type ComponentType } from 'react';
import type { Room } from '../../../domain/room.ts';

interface RoomsProps {
  readonly streams: readonly Room[];
  /** Shows one room. */
  readonly item: ComponentType<{ readonly stream: Room }>;
}

const groupSize = 32;

/** Shows rooms in groups, so that an update of one room compares some groups and one group of rooms, and not all rooms. */
export function RoomGroups({ streams, item }: RoomsProps) {
  const groupCount = Math.ceil(streams.length / groupSize);
  return Array.from({ length: groupCount }, (_none, index) => (
    <RoomGroup key={index} streams={streams.slice(index * groupSize, (index + 1) * groupSize)} item={item} />
  ));
}

const RoomGroup = memo(
  ({ streams, item: Item }: RoomsProps) => streams.map((stream) => <Item key={stream.uuid} stream={stream} />),
  (one, other) =>
    one.item === other.item &&
    one.streams.length === other.streams.length &&
    one.streams.every((stream, index) => stream === other.streams[index]),
);
