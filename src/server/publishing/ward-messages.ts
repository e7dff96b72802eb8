/** Keeps the messages of wards and their rooms as their streams are. */
import type { Stream } from '../../contract/home/entities.ts';
import type { PublishedKind } from '../messages/published-topics.ts';
import { type DiscoveryOptions, discoveryOf, type PublishedPlace } from './discovery.ts';
import { roomStateOf, wardStateOf } from './published-state.ts';
import type { RetainedMessages } from './retained-messages.ts';

export type WardMessages = ReturnType<typeof createWardMessages>;

export function createWardMessages(messages: RetainedMessages, options: DiscoveryOptions) {
  const { topics } = options;
  /** The published rooms of each ward. */
  const roomsOf = new Map<string, ReadonlySet<string>>();
  const wardOf = new Map<string, string>();
  /** The names with which each place was published. */
  const namesOf = new Map<string, string>();

  /** The state comes first, so that Home Assistant never has a device without a state. */
  function setPlace(kind: PublishedKind, place: PublishedPlace, state: object): void {
    const { uuid, name, area } = place;
    messages.set(topics.stateOf(kind, uuid), JSON.stringify(state));
    // A discovery is long, and changes only with the names.
    const names = JSON.stringify([name, area]);
    if (namesOf.get(uuid) === names) return;
    namesOf.set(uuid, names);
    messages.set(topics.discoveryOf(kind, uuid), JSON.stringify(discoveryOf(kind, place, options)));
  }

  /** The discovery is removed last: the next connection finds the state of a place by it. */
  function removePlace(kind: PublishedKind, uuid: string): void {
    namesOf.delete(uuid);
    messages.remove(topics.stateOf(kind, uuid));
    messages.remove(topics.discoveryOf(kind, uuid));
  }

  function replaceRooms(ward: string, rooms: ReadonlySet<string>): void {
    for (const room of rooms) wardOf.set(room, ward);
    for (const room of roomsOf.get(ward) ?? []) {
      // A room that has moved is published by its new ward.
      if (rooms.has(room) || wardOf.get(room) !== ward) continue;
      wardOf.delete(room);
      removePlace('room', room);
    }
    roomsOf.set(ward, rooms);
  }

  return {
    /** `name`: the name of the ward. `streams`: all its streams. */
    setWard: (ward: string, name: string, streams: readonly Stream[]): void => {
      setPlace('ward', { uuid: ward, name, area: name }, wardStateOf(streams));
      for (const stream of streams) {
        setPlace('room', { uuid: stream.uuid, name: stream.displayName, area: name }, roomStateOf(stream));
      }
      replaceRooms(ward, new Set(streams.map(({ uuid }) => uuid)));
    },
    removeWard: (ward: string): void => {
      replaceRooms(ward, new Set());
      roomsOf.delete(ward);
      removePlace('ward', ward);
    },
  };
}
