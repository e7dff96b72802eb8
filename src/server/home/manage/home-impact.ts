/** Finds what stops working when rooms and places are moved, removed or get another alias. */
import type * as z from 'zod/mini';
import type { HomeEffect } from '../../../contract/home/home-node.ts';
import { shownAlertsOf } from '../../../domain/alerts/shown-alert.ts';
import { type GroupRight, isInScope, type Place, type Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { parseAlerts } from '../../database/open-alerts.ts';
import { listDeviceKeys } from '../../devices/keys/device-keys.ts';
import { readGroupRights } from '../../people/group-rights.ts';

/** The device keys, rights and connections that refer to places and rooms. */
export interface HomeReferences {
  readonly keys: readonly { readonly name: string; readonly scope: Scope }[];
  readonly rights: readonly GroupRight[];
  readonly connections: readonly {
    readonly name: string;
    readonly location: string;
    readonly rooms: readonly { readonly room: string }[];
  }[];
}

export async function readHomeReferences(
  database: Pick<Database, 'query'>,
  connections: HomeReferences['connections'],
): Promise<HomeReferences> {
  return { keys: await listDeviceKeys(database), rights: await readGroupRights(database), connections };
}

/** A room, its place, and the names that devices may write. */
export interface ReferredRoom extends Required<Place> {
  readonly uuid: string;
  readonly displayName: string;
  readonly alias: string | null;
  readonly locationAlias: string | null;
}

export interface HomeDifference {
  /** The rooms that may have changed, as they were before the change and as they are after it. */
  readonly before: readonly ReferredRoom[];
  readonly after: readonly ReferredRoom[];
  readonly removedPlaces: readonly Scope[];
}

type Effect = z.output<typeof HomeEffect>;
export type HomeImpact = Effect['impact'][number];

const maxNamedRooms = 5;
const noImpact = { rooms: [], roomCount: 0, isPlaceRemoved: false, newName: null, takenBy: null };

/** Returns each alias, device key, group and equipment connection that loses a room or its place. */
export function findImpact(difference: HomeDifference, { keys, rights, connections }: HomeReferences): HomeImpact[] {
  const { before, after, removedPlaces } = difference;
  const current = new Map(after.map((room) => [room.uuid, room]));
  const impactOn = (kind: HomeImpact['kind'], name: string, scope: Scope): HomeImpact[] => {
    if (removedPlaces.some((place) => isSameScope(place, scope)))
      return [{ ...noImpact, kind, name, isPlaceRemoved: true }];
    const lost = before.filter((room) => {
      const now = current.get(room.uuid);
      return now !== undefined && isInScope(scope, room) && !isInScope(scope, now);
    });
    return lost.length === 0 ? [] : [{ ...noImpact, kind, name, ...namesOf(lost.map((room) => room.displayName)) }];
  };
  return [
    ...impactOnAliases(before, after, current),
    ...keys.flatMap(({ name, scope }) => impactOn('device-key', name, scope)),
    ...rights.flatMap(({ group, role, scope }) => impactOn('group', `${group}, ${role}`, scope)),
    ...impactOnConnections(connections, before, after),
  ];
}

function isSameScope(one: Scope, other: Scope): boolean {
  return one.kind !== 'everything' && other.kind === one.kind && other.uuid === one.uuid;
}

/** Describes an impact in one line for the operator. */
export function describeImpact({ kind, name, rooms, roomCount, isPlaceRemoved, newName, takenBy }: HomeImpact): string {
  const more = roomCount > rooms.length ? `, and ${roomCount - rooms.length} more` : '';
  const list = rooms.join(', ') + more;
  switch (kind) {
    case 'alias': {
      const change = newName === null ? `${list} is removed` : `${list} is now ${newName}`;
      return `alias ${name}: ${change}${takenBy === null ? '' : `; the alias now means ${takenBy}`}`;
    }
    case 'device-key':
    case 'group': {
      const owner = kind === 'group' ? `group ${name}` : `device key "${name}"`;
      return `${owner}: ${isPlaceRemoved ? 'its place is removed' : `loses ${list}`}`;
    }
    case 'connection':
      return `equipment connection ${name}: ${list}`;
  }
}

/** Returns the usual name of a room for devices, `location/room`, with the aliases, or the uuid where there is no alias. */
export function reportNameOf({ uuid, alias, locationUUID, locationAlias }: Omit<ReferredRoom, 'displayName'>): string {
  return `${locationAlias ?? locationUUID}/${alias ?? uuid}`;
}

/** Returns all spellings of `location/room`, because devices may also write the uuids. */
export function roomSpellingsOf({ uuid, alias, locationUUID, locationAlias }: ReferredRoom): readonly string[] {
  const locations = locationAlias === null ? [locationUUID] : [locationAlias, locationUUID];
  return locations.flatMap((location) => (alias === null ? [uuid] : [alias, uuid]).map((own) => `${location}/${own}`));
}

function uuidsBySpelling(rooms: readonly ReferredRoom[]): ReadonlyMap<string, string> {
  return new Map(rooms.flatMap((room) => roomSpellingsOf(room).map((spelling) => [spelling, room.uuid] as const)));
}

/**
 * Finds aliases that no longer lead to their room. Reports only the usual form, because the forms with uuids change
 * with it. Skips the alias of a removed room unless another room has the alias now.
 */
function impactOnAliases(
  before: readonly ReferredRoom[],
  after: readonly ReferredRoom[],
  current: ReadonlyMap<string, ReferredRoom>,
): readonly HomeImpact[] {
  const uuids = uuidsBySpelling(after);
  return before.flatMap((room): HomeImpact[] => {
    const name = reportNameOf(room);
    if (uuids.get(name) === room.uuid) return [];
    const renamed = current.get(room.uuid);
    const newName = renamed === undefined ? null : reportNameOf(renamed);
    const takenBy = current.get(uuids.get(name) ?? '')?.displayName ?? null;
    if (newName === null && takenBy === null) return [];
    return [{ ...noImpact, kind: 'alias', name, ...namesOf([room.displayName]), newName, takenBy }];
  });
}

function impactOnConnections(
  connections: HomeReferences['connections'],
  before: readonly ReferredRoom[],
  after: readonly ReferredRoom[],
): readonly HomeImpact[] {
  if (connections.length === 0) return [];
  const [old, now] = [uuidsBySpelling(before), uuidsBySpelling(after)];
  return connections.flatMap(({ name, location, rooms }): HomeImpact[] => {
    const broken = rooms
      .map(({ room }) => `${location}/${room}`)
      .filter((room) => old.has(room) && old.get(room) !== now.get(room));
    return broken.length === 0 ? [] : [{ ...noImpact, kind: 'connection', name, ...namesOf(broken) }];
  });
}

function namesOf(rooms: readonly string[]): Pick<HomeImpact, 'rooms' | 'roomCount'> {
  return { rooms: rooms.slice(0, maxNamedRooms), roomCount: rooms.length };
}

/** Counts the rooms with an open alert, by status. `stored`: the stored open alerts of each room. */
export function countOpenAlerts(stored: readonly (string | null)[]): Effect['alerts'] {
  const statuses = stored.flatMap((text) => [...new Set(shownAlertsOf(parseAlerts(text)).map(({ status }) => status))]);
  return [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => ({ status, count: all.length }));
}
