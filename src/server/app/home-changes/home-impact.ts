/** Finds what stops working when rooms and places are moved, removed or get another alias. */
import type * as z from 'zod/mini';
import type { HomeImpact } from '../../../contract/manage/home.ts';
import { type GroupRight, isWithin, type Place, type Scope } from '../../../domain/user.ts';
import { type Home, nodesOf } from '../../hierarchy/home-file/home.ts';

/** Everything that refers to places and rooms: device keys, rights of groups, and connections of the equipment file. */
export interface References {
  readonly keys: readonly { readonly name: string; readonly scope: Scope }[];
  readonly rights: readonly GroupRight[];
  readonly connections: readonly {
    readonly name: string;
    readonly location: string;
    readonly rooms: readonly { readonly room: string }[];
  }[];
}

interface Room {
  readonly uuid: string;
  readonly displayName: string;
  readonly place: Place;
  /** The alias and the uuid, as devices write them in `location/room`. The first is the usual one. */
  readonly locationNames: readonly string[];
  readonly ownNames: readonly string[];
}

const maxNamedRooms = 5;

export type Impact = z.output<typeof HomeImpact>;

/** Returns each alias, device key, group and equipment connection that loses a room or its place. */
export function findImpact(before: Home, after: Home, { keys, rights, connections }: References): readonly Impact[] {
  const [old, now] = [roomsOf(before), roomsOf(after)];
  const current = new Map(now.map((room) => [room.uuid, room]));
  const lost = (scope: Scope) =>
    old.filter(({ uuid, place }) => {
      const room = current.get(uuid);
      return room !== undefined && isWithin(scope, place) && !isWithin(scope, room.place);
    });
  const removedPlaces = placesOnlyIn(before, after);
  const impactOn = (kind: Impact['kind'], name: string, scope: Scope): Impact[] => {
    if (scope.kind !== 'everything' && removedPlaces.has(`${scope.kind} ${scope.uuid}`)) {
      return [{ ...noImpact, kind, name, isPlaceRemoved: true }];
    }
    const rooms = lost(scope).map(({ displayName }) => displayName);
    return rooms.length === 0 ? [] : [{ ...noImpact, kind, name, ...namesOf(rooms) }];
  };
  return [
    ...impactOnAliases(old, now, current),
    ...keys.flatMap(({ name, scope }) => impactOn('device-key', name, scope)),
    ...rights.flatMap(({ group, role, scope }) => impactOn('group', `${group}, ${role}`, scope)),
    ...impactOnConnections(connections, old, now),
  ];
}

const noImpact = { rooms: [], roomCount: 0, isPlaceRemoved: false, newName: null, takenBy: null };

/** An impact as a line for the operator. */
export function describeImpact({ kind, name, rooms, roomCount, isPlaceRemoved, newName, takenBy }: Impact): string {
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

function roomsOf(home: Home): readonly Room[] {
  const wards = new Map(nodesOf(home, 'ward').map((ward) => [ward.uuid, ward]));
  const locations = new Map(nodesOf(home, 'location').map((location) => [location.uuid, location]));
  return nodesOf(home, 'stream').flatMap(({ uuid, displayName, alias, parentUUID: wardUUID }): Room[] => {
    const location = locations.get(wards.get(wardUUID)?.parentUUID ?? '');
    if (location === undefined) return [];
    const place = { clientUUID: location.parentUUID, locationUUID: location.uuid, wardUUID };
    const locationNames = [...(location.alias === null ? [] : [location.alias]), location.uuid];
    const ownNames = [...(alias === null ? [] : [alias]), uuid];
    return [{ uuid, displayName, place, locationNames, ownNames }];
  });
}

function reportNameOf({ locationNames: [location = ''], ownNames: [own = ''] }: Room): string {
  return `${location}/${own}`;
}

function uuidsByName(rooms: readonly Room[]): ReadonlyMap<string, string> {
  return new Map(
    rooms.flatMap(({ locationNames, ownNames, uuid }) =>
      locationNames.flatMap((location) => ownNames.map((own) => [`${location}/${own}`, uuid] as const)),
    ),
  );
}

function placesOnlyIn(before: Home, after: Home): ReadonlySet<string> {
  const keysOf = (home: Home) =>
    home.filter(({ level }) => level !== 'stream').map(({ level, uuid }) => `${level} ${uuid}`);
  const kept = new Set(keysOf(after));
  return new Set(keysOf(before).filter((key) => !kept.has(key)));
}

/**
 * Names the usual form only. The forms with uuids stop working with it. That the alias of a removed room is gone needs no
 * line, unless another room has it now.
 */
function impactOnAliases(
  old: readonly Room[],
  now: readonly Room[],
  current: ReadonlyMap<string, Room>,
): readonly Impact[] {
  const uuids = uuidsByName(now);
  return old.flatMap((room): Impact[] => {
    const { uuid, displayName } = room;
    const name = reportNameOf(room);
    if (uuids.get(name) === uuid) return [];
    const renamed = current.get(uuid);
    const newName = renamed === undefined ? null : reportNameOf(renamed);
    const takenBy = current.get(uuids.get(name) ?? '')?.displayName ?? null;
    if (newName === null && takenBy === null) return [];
    return [{ ...noImpact, kind: 'alias', name, ...namesOf([displayName]), newName, takenBy }];
  });
}

function impactOnConnections(
  connections: References['connections'],
  old: readonly Room[],
  now: readonly Room[],
): readonly Impact[] {
  if (connections.length === 0) return [];
  const [before, after] = [uuidsByName(old), uuidsByName(now)];
  return connections.flatMap(({ name, location, rooms }): Impact[] => {
    const broken = rooms
      .map(({ room }) => `${location}/${room}`)
      .filter((room) => before.has(room) && before.get(room) !== after.get(room));
    return broken.length === 0 ? [] : [{ ...noImpact, kind: 'connection', name, ...namesOf(broken) }];
  });
}

function namesOf(rooms: readonly string[]): Pick<Impact, 'rooms' | 'roomCount'> {
  return { rooms: rooms.slice(0, maxNamedRooms), roomCount: rooms.length };
}
