/** Reads the names that a message gives its device. They decide which rooms the message concerns. */
import type { PresetMessage } from './preset.ts';
import { extractValues, type Payload, type DeviceNames } from './values.ts';

/** A preset message whose topic pattern matches a topic. */
export interface MatchedMessage {
  readonly message: PresetMessage;
  readonly pattern: string;
}

/** A name of the device in a role. `name`: undefined if the payload does not contain the name that the preset message needs. */
export interface DeviceName {
  readonly role: string;
  readonly name: string | undefined;
}

/** The maximum length of a name that the sender has chosen. */
const maxNameLength = 64;
const maxNames = 3;

/**
 * Reads the names from the topic, where its pattern has roles, and from the payload. Empty if the message concerns all
 * rooms.
 */
export function readDeviceNames({ message, pattern }: MatchedMessage, topic: string, payload: Payload): DeviceName[] {
  const levels = topic.split('/');
  const inTopic = pattern.split('/').flatMap((level, index) => {
    const role = /^\{([\w:]+)\}$/.exec(level)?.[1];
    return role === undefined ? [] : [{ role, name: levels[index] }];
  });
  const values = extractValues(message, payload, {});
  const inPayload = Object.entries(message.device ?? {}).map(([role, value]) => ({ role, name: values.get(value) }));
  return [...inTopic, ...inPayload];
}

export function isDeviceOfRoom(names: readonly DeviceName[], room: DeviceNames): boolean {
  return names.every(({ role, name }) => name !== undefined && room[role] === name);
}

/**
 * Describes a device that is assigned to no room, so that the installer can find it: its names with the roles they may
 * have, such as `6806E515 (sensor)`. Names that belong to a room are left out, unless all names do.
 */
export function describeDevice(names: readonly DeviceName[], rooms: readonly DeviceNames[]): string {
  const given = joinNameParts(names);
  const unassigned = given.filter(({ role, name }) => !rooms.some((room) => room[role] === name));
  return [...Map.groupBy(unassigned.length > 0 ? unassigned : given, ({ name }) => name)]
    .slice(0, maxNames)
    .map(([name, same]) => `${toOneLine(name)} (${same.map(({ role }) => role).join(' or ')})`)
    .join(', ');
}

/**
 * Returns one name for each role, as in a connection. The parts `bed:node` and `bed:sensor` are joined into
 * `bed`.
 */
export function joinNameParts(names: readonly DeviceName[]) {
  const ofRole = new Map(names.flatMap(({ role, name }) => (name === undefined ? [] : [[role, name] as const])));
  return [...Map.groupBy(ofRole, ([role]) => role.split(':', 1)[0] ?? role)].map(([role, parts]) => ({
    role,
    name: parts.map(([, name]) => name).join('/'),
  }));
}

/** Shortens a text and replaces control characters, so that it fits in one line. */
export function toOneLine(name: string, maxLength = maxNameLength): string {
  const cut = name.length > maxLength ? `${name.slice(0, maxLength)}…` : name;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
