/** Finds what stops working when rooms and places are moved, removed or get another alias. */
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
  /** `location/room` in every form that devices may write. The first form is the usual one. */
  readonly names: readonly string[];
}

const maxNamedRooms = 5;

/** Returns a line for each alias, device key, group and equipment connection that loses a room or its place. */
export function findImpact(before: Home, after: Home, { keys, rights, connections }: References): readonly string[] {
  const [old, now] = [roomsOf(before), roomsOf(after)];
  const current = new Map(now.map((room) => [room.uuid, room]));
  const lost = (scope: Scope) =>
    old.filter(({ uuid, place }) => {
      const room = current.get(uuid);
      return room !== undefined && isWithin(scope, place) && !isWithin(scope, room.place);
    });
  const removedPlaces = placesOnlyIn(before, after);
  const describe = (owner: string, scope: Scope) => {
    if (scope.kind !== 'everything' && removedPlaces.has(`${scope.kind} ${scope.uuid}`)) {
      return [`${owner}: its place is removed`];
    }
    const rooms = lost(scope);
    return rooms.length === 0 ? [] : [`${owner}: loses ${listOf(rooms.map(({ displayName }) => displayName))}`];
  };
  return [
    ...aliasLines(old, now, current),
    ...keys.flatMap(({ name, scope }) => describe(`device key "${name}"`, scope)),
    ...rights.flatMap(({ group, role, scope }) => describe(`group ${group}, ${role}`, scope)),
    ...connectionLines(connections, old, now),
  ];
}

function roomsOf(home: Home): readonly Room[] {
  const wards = new Map(nodesOf(home, 'ward').map((ward) => [ward.uuid, ward]));
  const locations = new Map(nodesOf(home, 'location').map((location) => [location.uuid, location]));
  return nodesOf(home, 'stream').flatMap(({ uuid, displayName, alias, parentUUID: wardUUID }): Room[] => {
    const location = locations.get(wards.get(wardUUID)?.parentUUID ?? '');
    if (location === undefined) return [];
    const place = { clientUUID: location.parentUUID, locationUUID: location.uuid, wardUUID };
    const ofLocation = [...(location.alias === null ? [] : [location.alias]), location.uuid];
    const own = [...(alias === null ? [] : [alias]), uuid];
    return [{ uuid, displayName, place, names: ofLocation.flatMap((one) => own.map((name) => `${one}/${name}`)) }];
  });
}

function uuidsByName(rooms: readonly Room[]): ReadonlyMap<string, string> {
  return new Map(rooms.flatMap(({ names, uuid }) => names.map((name) => [name, uuid] as const)));
}

function placesOnlyIn(before: Home, after: Home): ReadonlySet<string> {
  const keysOf = (home: Home) => home.map(({ level, uuid }) => `${level} ${uuid}`);
  const kept = new Set(keysOf(after));
  return new Set(keysOf(before).filter((key) => !kept.has(key)));
}

/** Names the usual form only. The forms with uuids stop working with it. */
function aliasLines(old: readonly Room[], now: readonly Room[], current: ReadonlyMap<string, Room>): string[] {
  const uuids = uuidsByName(now);
  return old.flatMap(({ names: [name = ''], uuid, displayName }) => {
    if (uuids.get(name) === uuid) return [];
    const newName = current.get(uuid)?.names[0];
    const other = current.get(uuids.get(name) ?? '');
    const change = newName === undefined ? `${displayName} is removed` : `${displayName} is now ${newName}`;
    return [`alias ${name}: ${change}${other === undefined ? '' : `; the alias now means ${other.displayName}`}`];
  });
}

function connectionLines(
  connections: References['connections'],
  old: readonly Room[],
  now: readonly Room[],
): readonly string[] {
  const [before, after] = [uuidsByName(old), uuidsByName(now)];
  return connections.flatMap(({ name, location, rooms }) => {
    const broken = rooms
      .map(({ room }) => `${location}/${room}`)
      .filter((room) => before.has(room) && before.get(room) !== after.get(room));
    return broken.length === 0 ? [] : [`equipment connection ${name}: ${listOf(broken)}`];
  });
}

function listOf(names: readonly string[]): string {
  const more = names.length > maxNamedRooms ? `, and ${names.length - maxNamedRooms} more` : '';
  return names.slice(0, maxNamedRooms).join(', ') + more;
}
