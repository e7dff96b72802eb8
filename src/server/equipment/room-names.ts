/** Checks the names of the devices in the rooms of a connection. */
import { type FieldProblem, fieldProblem } from '../shared/reason.ts';
import type { ConnectionSettings } from './connection.ts';
import type { Preset } from './preset-format/preset.ts';
import type { DeviceNames } from './preset-format/values.ts';

type Rooms = ConnectionSettings['rooms'];

export function checkDeviceNames(rooms: Rooms, preset: Preset): readonly FieldProblem[] {
  const ofRooms = rooms.flatMap(({ names }, index) =>
    [...checkRoles(names, preset), ...checkLevels(names, preset)].map((problem) => ({
      ...problem,
      field: `rooms[${index}]${problem.field}`,
    })),
  );
  return [...ofRooms, ...findSharedDevices(rooms), ...findSecondDevices(rooms)];
}

/**
 * Adds the parts of each name. For example, the name `esp-101/mat` of `bed` has the parts `bed:node` and `bed:sensor`.
 */
export function addNameParts(names: DeviceNames, { roles }: Preset): DeviceNames {
  const parts = Object.entries(names).flatMap(([role, name]) => {
    const values = name.split('/');
    return (roles[role]?.parts ?? []).map((part, index) => [`${role}:${part}`, values[index] ?? ''] as const);
  });
  return { ...names, ...Object.fromEntries(parts) };
}

function checkRoles(names: DeviceNames, { roles }: Preset): readonly FieldProblem[] {
  const options = Object.keys(roles).join(', ');
  const unknown = Object.keys(names).filter((role) => !Object.hasOwn(roles, role));
  const missing = Object.entries(roles).filter(([role, { required }]) => required && !Object.hasOwn(names, role));
  return [
    ...unknown.map((role) => fieldProblem(`.${role}`, 'not-in-list', { options })),
    ...missing.map(([role, { about }]) => fieldProblem(`.${role}`, 'no-name-in-role', { about })),
    ...(Object.keys(names).length === 0 ? [fieldProblem('', 'no-names', { options })] : []),
  ];
}

/** A name that is used in a topic must be a single level of it, otherwise no message would match. */
function checkLevels(names: DeviceNames, { roles, messages }: Preset): readonly FieldProblem[] {
  const patterns = messages.flatMap(({ topic }) => topic);
  return Object.entries(names).flatMap(([role, name]) => {
    const parts = roles[role]?.parts;
    const levels = name.split('/');
    if (parts !== undefined) {
      const isComplete = levels.length === parts.length && !levels.includes('');
      return isComplete ? [] : [fieldProblem(`.${role}`, 'not-these-parts', { parts: parts.join('/') })];
    }
    const isInTopic = patterns.some((pattern) => pattern.includes(`{${role}}`));
    return isInTopic && levels.length > 1 ? [fieldProblem(`.${role}`, 'slash-in-name')] : [];
  });
}

/**
 * Finds devices that two rooms share, because a message must concern one room. Several rooms may share a camera if each
 * room names its own zone. A room with fewer names than another would get all messages of the other room.
 */
function findSharedDevices(rooms: Rooms): readonly FieldProblem[] {
  return rooms.flatMap(({ room, names }, index) => {
    const own = Object.entries(names);
    const sharedWith = (other: DeviceNames) => own.filter(([role, name]) => other[role] === name);
    const first = rooms.slice(0, index).findIndex((other) => {
      const fewerNames = Math.min(own.length, Object.keys(other.names).length);
      return other.room !== room && fewerNames > 0 && sharedWith(other.names).length === fewerNames;
    });
    const other = rooms[first];
    return sharedWith(other?.names ?? {}).map(([role, name]) =>
      fieldProblem(`rooms[${index}].${role}`, 'device-used', {
        name,
        entry: `rooms[${first}]`,
        room: other?.room ?? '',
      }),
    );
  });
}

/**
 * Finds rooms with two devices in one role. The values of one device would replace those of the second, and messages of
 * one would hide that the second is offline.
 */
function findSecondDevices(rooms: Rooms): readonly FieldProblem[] {
  return rooms.flatMap(({ room, names }, index) =>
    Object.entries(names).flatMap(([role, name]) => {
      const first = rooms
        .slice(0, index)
        .findIndex((other) => other.room === room && (other.names[role] ?? name) !== name);
      const other = rooms[first]?.names[role];
      if (other === undefined) return [];
      return [fieldProblem(`rooms[${index}].${role}`, 'second-device', { room, entry: `rooms[${first}]`, other })];
    }),
  );
}
