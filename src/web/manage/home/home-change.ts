/** Changes of the home in the form of the API: each is a part of the home, from the client down. */
import type * as z from 'zod/mini';
import type { homeEndpoints } from '../../../contract/manage/home.ts';
import type { ManagedPlace, Places } from './places.ts';
import type { ManagedRoom } from './rooms.ts';

export type HomeChange = z.input<typeof homeEndpoints.changeHome.body>;
export type HomeImpact = z.output<typeof homeEndpoints.changeHome.response>['impact'][number];

type ClientChange = NonNullable<HomeChange['clients']>[number];
type LocationChange = NonNullable<ClientChange['locations']>[number];
type WardChange = NonNullable<LocationChange['wards']>[number];
export type RoomChange = NonNullable<WardChange['streams']>[number];

/** The fields of a place that its form changes. */
export interface PlaceFields {
  readonly uuid: string;
  readonly version?: string | undefined;
  readonly displayName: string;
  /** Null: the alias is removed. Undefined: the alias stays, or a new place gets one. */
  readonly alias?: string | null | undefined;
}

/** Adds or changes a place. A place with another parent than before moves to it. */
export function changeOfPlace(
  places: Places,
  level: ManagedPlace['level'],
  parentUUID: string | null,
  { alias, ...fields }: PlaceFields,
): HomeChange {
  if (level === 'client') return { clients: [fields] };
  const parent = places.byUuid.get(parentUUID ?? '');
  if (parent === undefined) throw new Error(`the ${level} has no place above it`);
  if (level === 'ward') return inLocation(parent, { wards: [fields] });
  return { clients: [{ uuid: parent.uuid, locations: [{ ...fields, ...(alias !== undefined && { alias }) }] }] };
}

/** Adds or changes rooms. Rooms that are in another ward move to this one. */
export function changeOfRooms(places: Places, wardUUID: string, streams: readonly RoomChange[]): HomeChange {
  const ward = places.byUuid.get(wardUUID);
  const location = places.byUuid.get(ward?.parentUUID ?? '');
  if (location === undefined) throw new Error('the ward has no location');
  return inLocation(location, { wards: [{ uuid: wardUUID, streams: [...streams] }] });
}

function inLocation({ uuid, parentUUID }: ManagedPlace, content: Pick<LocationChange, 'wards'>): HomeChange {
  return { clients: [{ uuid: parentUUID ?? '', locations: [{ uuid, ...content }] }] };
}

/** Removes a place, if it still has the number of rooms that the user was shown. */
export function removalOfPlace({ level, uuid, version, roomCount }: ManagedPlace): HomeChange {
  return { remove: [{ level, uuid, version, rooms: roomCount }] };
}

export function removalOfRooms(rooms: readonly ManagedRoom[]): HomeChange {
  return { remove: rooms.map(({ uuid, version }) => ({ level: 'stream', uuid, version })) };
}
