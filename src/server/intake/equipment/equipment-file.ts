/** The installer's list of connections to equipment: a YAML file, checked as a whole before anything starts. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { statusOfName } from '../../../domain/room-status.ts';
import { checkInput } from '../../http/parse-input.ts';
import type { ConnectionSettings } from './connection.ts';
import { Preset } from './preset.ts';
import type { RoomNames } from './values.ts';
import { OperatorError } from '../../shared/operator-error.ts';

const Name = z.string().check(z.regex(/^[\w.-]{1,64}$/, 'must be a word of letters, digits, dots and dashes'));
const Topic = z
  .string()
  .check(
    z.regex(/^[^$/+#][^+#]*[^/+#]$|^[^$/+#]$/, 'must be the start of a topic, without wildcards or a slash at its end'),
  );
const RoomEntry = z.catchall(z.object({ room: Name }), z.string().check(z.minLength(1)));

const EquipmentFile = z.strictObject(
  {
    connections: z.array(
      z.strictObject({
        name: Name,
        /** The name of one of ours. */
        preset: z.optional(Name),
        /** Or a file of one's own, beside the equipment file. */
        presetFile: z.optional(z.string().check(z.minLength(1))),
        topic: Topic,
        location: Name,
        rooms: z.array(RoomEntry).check(z.minLength(1)),
        statuses: z.optional(z.record(z.string(), z.string())),
        /** Where the values of the preset are, when they are elsewhere: `status: $.object.alarm`. */
        values: z.optional(z.record(z.string(), z.string())),
      }),
      'must be a list: each connection begins with "- name:"',
    ),
  },
  'must begin with `connections:`',
);
type Entry = z.infer<typeof EquipmentFile>['connections'][number];

export const presetNames = ['frigate', 'home-assistant', 'milesight-vs373', 'axis', 'generic-json'] as const;

/** Says everything that is wrong with the file, a line for each field. */
export class EquipmentFileError extends OperatorError {
  constructor(file: string, reasons: readonly string[]) {
    super([`The equipment file ${file} cannot be used:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'));
  }
}

/** Throws EquipmentFileError. */
export function readEquipmentFile(file: string): readonly ConnectionSettings[] {
  // NOTE: every word is text: the serial number 6806E5151 would be a number, and another one.
  const document = parseDocument(readText(file, file), { uniqueKeys: true, schema: 'failsafe' });
  if (document.errors.length > 0) {
    throw new EquipmentFileError(
      file,
      document.errors.map(({ message }) => message.split('\n')[0]?.replace(/:$/, '') ?? message),
    );
  }
  const input: unknown = document.toJS();
  const result = checkInput(EquipmentFile, input, 'the file');
  if ('errors' in result) {
    throw new EquipmentFileError(
      file,
      result.errors.map(({ field, reason }) => `${field}: ${reason}`),
    );
  }
  const reasons: string[] = [];
  const { connections } = result.value;
  const settings = connections.map((entry, index) => settingsOf(entry, `connections[${index}]`, file, reasons));
  for (const [index, { name, topic }] of connections.entries()) {
    for (const other of connections.slice(0, index)) {
      if (other.name === name) reasons.push(`connections[${index}].name: ${name} is there twice`);
      if (`${topic}/`.startsWith(`${other.topic}/`) || `${other.topic}/`.startsWith(`${topic}/`)) {
        reasons.push(`connections[${index}].topic: ${topic} and ${other.topic} of ${other.name} lie within each other`);
      }
    }
  }
  if (reasons.length > 0) throw new EquipmentFileError(file, reasons);
  return settings.flatMap((one) => (one === undefined ? [] : [one]));
}

function settingsOf(entry: Entry, path: string, file: string, reasons: string[]): ConnectionSettings | undefined {
  const preset = presetOf(entry, path, file, reasons);
  if (preset === undefined) return undefined;
  const roles = Object.entries(preset.roles);
  const known = roles.map(([role]) => role).join(', ');
  const rooms = entry.rooms.map(({ room, ...names }, index) => {
    const place = `${path}.rooms[${index}]`;
    for (const role of Object.keys(names)) {
      if (!Object.hasOwn(preset.roles, role)) reasons.push(`${place}.${role}: is none of ${known}`);
    }
    for (const [role, { required, about }] of roles) {
      if (required === true && !Object.hasOwn(names, role)) reasons.push(`${place}.${role}: is missing (${about})`);
    }
    if (Object.keys(names).length === 0) reasons.push(`${place}: needs at least one of ${known}`);
    return { room, names };
  });
  reasons.push(...sharedNames(rooms, `${path}.rooms`));
  const { name, topic, location, statuses = {}, values = {} } = entry;
  for (const [word, status] of Object.entries(statuses)) {
    if (/^-?\d{1,9}$/.test(status) || statusOfName(status) !== undefined) continue;
    reasons.push(`${path}.statuses.${word}: ${status} is neither a status name nor a code`);
  }
  const read = [...new Set(preset.messages.flatMap((message) => Object.keys(message.values)))];
  for (const [value, source] of Object.entries(values)) {
    if (!read.includes(value)) reasons.push(`${path}.values.${value}: is none of ${read.join(', ')}`);
    if (!/^(text|\$(\..+)?)$/.test(source)) {
      reasons.push(`${path}.values.${value}: must be a place in the JSON such as $.object.alarm`);
    }
  }
  const messages = preset.messages.map((message) => ({ ...message, values: { ...message.values, ...values } }));
  return { name, topic, location, statuses, rooms, preset: { ...preset, messages } };
}

/**
 * What is about the one room must not be about another as well. Several rooms may share a camera, each with its own
 * zone; one that has nothing of its own gets all that the other gets.
 */
function sharedNames(rooms: ConnectionSettings['rooms'], path: string): readonly string[] {
  const has = (names: RoomNames, [role, name]: readonly [string, string]) => names[role] === name;
  return rooms.flatMap(({ room, names }, index) => {
    const own = Object.entries(names);
    const shared = (other: RoomNames) => own.filter((one) => has(other, one));
    const first = rooms.slice(0, index).findIndex((other) => {
      const fewer = Math.min(own.length, Object.keys(other.names).length);
      return other.room !== room && fewer > 0 && shared(other.names).length === fewer;
    });
    const { names: taken = {} } = rooms[first] ?? {};
    return shared(taken).map(([role, name]) => `${path}[${index}].${role}: ${name} is that of rooms[${first}] already`);
  });
}

function presetOf(entry: Entry, path: string, file: string, reasons: string[]): Preset | undefined {
  const { preset, presetFile } = entry;
  if ((preset === undefined) === (presetFile === undefined)) {
    reasons.push(`${path}.preset: is needed, or presetFile instead`);
    return undefined;
  }
  if (preset !== undefined && !presetNames.some((name) => name === preset)) {
    reasons.push(`${path}.preset: is none of ${presetNames.join(', ')}`);
    return undefined;
  }
  const source = presetFile === undefined ? presetPath(`${preset}`) : resolve(dirname(file), presetFile);
  try {
    const result = checkInput(Preset, JSON.parse(readText(source, file)), 'the file');
    if ('value' in result) return result.value;
    reasons.push(...result.errors.map(({ field, reason }) => `${path}.presetFile, in ${source}, ${field}: ${reason}`));
  } catch (error) {
    if (error instanceof EquipmentFileError) throw error;
    reasons.push(`${path}.presetFile: ${source} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return undefined;
}

function presetPath(name: string): string {
  return join(import.meta.dirname, 'presets', `${name}.json`);
}

function readText(source: string, file: string): string {
  try {
    return readFileSync(source, 'utf8');
  } catch (error) {
    throw new EquipmentFileError(file, [
      `${source} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
