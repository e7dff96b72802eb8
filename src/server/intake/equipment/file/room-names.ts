/** Checks the names that the equipment file gives the rooms of a connection. */
import type { ConnectionSettings } from '../connection.ts';
import type { Preset } from '../preset-format/preset.ts';
import type { RoomNames } from '../preset-format/values.ts';

type Rooms = ConnectionSettings['rooms'];

/** Returns the problems, each with its field. */
export function checkRoomNames(rooms: Rooms, preset: Preset): readonly string[] {
  const ofRooms = rooms.flatMap(({ names }, index) =>
    [...checkRoles(names, preset), ...checkLevels(names, preset)].map((problem) => `rooms[${index}]${problem}`),
  );
  return [...ofRooms, ...findSharedDevices(rooms), ...findSecondDevices(rooms)];
}

/**
 * Adds the parts of each name. For example, the name `esp-101/mat` of `bed` has the parts `bed:node` and `bed:sensor`.
 */
export function withParts(names: RoomNames, { roles }: Preset): RoomNames {
  const parts = Object.entries(names).flatMap(([role, name]) => {
    const values = name.split('/');
    return (roles[role]?.parts ?? []).map((part, index) => [`${role}:${part}`, values[index] ?? ''] as const);
  });
  return { ...names, ...Object.fromEntries(parts) };
}

function checkRoles(names: RoomNames, { roles }: Preset): readonly string[] {
  const known = Object.keys(roles).join(', ');
  const unknown = Object.keys(names).filter((role) => !Object.hasOwn(roles, role));
  const missing = Object.entries(roles).filter(([role, { required }]) => required && !Object.hasOwn(names, role));
  return [
    ...unknown.map((role) => `.${role}: must be one of ${known}`),
    ...missing.map(([role, { about }]) => `.${role}: is missing (${about})`),
    ...(Object.keys(names).length === 0 ? [`: needs at least one of ${known}`] : []),
  ];
}

/** A name that a topic contains must be one level of it, otherwise no message would ever match. */
function checkLevels(names: RoomNames, { roles, messages }: Preset): readonly string[] {
  const patterns = messages.flatMap(({ topic }) => topic);
  return Object.entries(names).flatMap(([role, name]) => {
    const parts = roles[role]?.parts;
    const levels = name.split('/');
    if (parts !== undefined) {
      const isComplete = levels.length === parts.length && !levels.includes('');
      return isComplete ? [] : [`.${role}: must be ${parts.join('/')}`];
    }
    const isInTopic = patterns.some((pattern) => pattern.includes(`{${role}}`));
    return isInTopic && levels.length > 1 ? [`.${role}: must not contain a slash, because it is one topic level`] : [];
  });
}

/**
 * Finds devices that two rooms share. A message must not be about two rooms. Several rooms may share a camera if each
 * has its own zone. A room with fewer names than another would get all messages of the other room.
 */
function findSharedDevices(rooms: Rooms): readonly string[] {
  return rooms.flatMap(({ room, names }, index) => {
    const own = Object.entries(names);
    const sharedWith = (other: RoomNames) => own.filter(([role, name]) => other[role] === name);
    const first = rooms.slice(0, index).findIndex((other) => {
      const fewerNames = Math.min(own.length, Object.keys(other.names).length);
      return other.room !== room && fewerNames > 0 && sharedWith(other.names).length === fewerNames;
    });
    const shared = sharedWith(rooms[first]?.names ?? {});
    return shared.map(([role, name]) => `rooms[${index}].${role}: ${name} is already used by rooms[${first}]`);
  });
}

/**
 * Finds rooms with two devices in one role. The values of one would replace those of the other, and the messages of one
 * would hide that the other is offline.
 */
function findSecondDevices(rooms: Rooms): readonly string[] {
  return rooms.flatMap(({ room, names }, index) =>
    Object.entries(names).flatMap(([role, name]) => {
      const first = rooms
        .slice(0, index)
        .findIndex((other) => other.room === room && (other.names[role] ?? name) !== name);
      return first === -1 ? [] : [`rooms[${index}].${role}: ${room} already has another one in rooms[${first}]`];
    }),
  );
}
