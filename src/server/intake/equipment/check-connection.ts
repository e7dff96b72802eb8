/** Checks one connection of the equipment file against its preset. */
import { statusOfName } from '../../../domain/room-status.ts';
import type { ConnectionSettings } from './connection.ts';
import type { Preset } from './preset.ts';
import type { RoomNames } from './values.ts';

/** A connection as it is written in the file. */
interface ConnectionEntry extends Pick<ConnectionSettings, 'name' | 'topic' | 'location'> {
  readonly rooms: readonly (RoomNames & { readonly room: string })[];
  readonly statuses?: ConnectionSettings['statuses'] | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** Adds all problems of the connection to `problems`. `path` is its place in the file. */
export function checkConnection(
  { name, topic, location, rooms: entries, statuses = {}, values = {} }: ConnectionEntry,
  preset: Preset,
  path: string,
  problems: string[],
): ConnectionSettings {
  const rooms = entries.map(({ room, ...names }) => ({ room, names }));
  for (const [index, { names }] of rooms.entries()) {
    problems.push(...checkRoles(names, preset).map((problem) => `${path}.rooms[${index}]${problem}`));
  }
  problems.push(...findSharedDevices(rooms).map((problem) => `${path}.rooms${problem}`));
  for (const [word, status] of Object.entries(statuses)) {
    if (/^-?\d{1,9}$/.test(status) || statusOfName(status) !== undefined) continue;
    problems.push(`${path}.statuses.${word}: ${status} is neither a status name nor a code`);
  }
  problems.push(...checkValues(values, preset).map((problem) => `${path}.values.${problem}`));
  const messages = preset.messages.map((message) => ({ ...message, values: { ...message.values, ...values } }));
  return { name, topic, location, statuses, rooms, preset: { ...preset, messages } };
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

/**
 * A message about one room must not be about another room as well. Several rooms may share a camera if each has its own
 * zone. A room without names of its own would get all messages of the other room.
 */
function findSharedDevices(rooms: ConnectionSettings['rooms']): readonly string[] {
  return rooms.flatMap(({ room, names }, index) => {
    const own = Object.entries(names);
    const sharedWith = (other: RoomNames) => own.filter(([role, name]) => other[role] === name);
    const first = rooms.slice(0, index).findIndex((other) => {
      const fewerNames = Math.min(own.length, Object.keys(other.names).length);
      return other.room !== room && fewerNames > 0 && sharedWith(other.names).length === fewerNames;
    });
    const shared = sharedWith(rooms[first]?.names ?? {});
    return shared.map(([role, name]) => `[${index}].${role}: ${name} is already used by rooms[${first}]`);
  });
}

function checkValues(values: Readonly<Record<string, string>>, { messages }: Preset): readonly string[] {
  const known = [...new Set(messages.flatMap((message) => Object.keys(message.values)))];
  return Object.entries(values).flatMap(([value, source]) => [
    ...(known.includes(value) ? [] : [`${value}: must be one of ${known.join(', ')}`]),
    ...(/^(text|\$(\..+)?)$/.test(source) ? [] : [`${value}: must be a path in the JSON such as $.object.alarm`]),
  ]);
}
