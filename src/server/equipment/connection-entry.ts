/** The schema of a connection, as the database stores it and an equipment file contains it. */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { ReasonCode } from '../../contract/reasons.ts';
import { type FieldProblem, fieldProblem } from '../shared/reason.ts';
import { serverFileOf } from '../shared/server-files.ts';
import type { ConnectionSettings } from './connection.ts';
import { statusCodeOf } from './preset-format/apply-preset.ts';
import { Preset } from './preset-format/preset.ts';
import { checkDeviceNames, addNameParts } from './room-names.ts';

/** The names of the built-in presets, which are in the folder `presets`. */
export const presetNames = [
  'frigate',
  'home-assistant',
  'zigbee2mqtt',
  'esphome',
  'shelly',
  'milesight-vs373',
  'axis',
  'generic-json',
] as const;

const Name = z.string().check(z.regex(/^[\w.-]{1,64}$/, 'plain-word' satisfies ReasonCode));
const Topic = z.string().check(z.regex(/^[^$/+#][^+#]*[^/+#]$|^[^$/+#]$/, 'topic-start' satisfies ReasonCode));
const RoomEntry = z.catchall(z.object({ room: Name }), z.string().check(z.minLength(1)));
const StatusWord = z.string().check(
  z.check(({ value: word, issues }) => {
    if (statusCodeOf(word) !== undefined) return;
    issues.push({ code: 'custom', input: word, message: 'not-a-status' satisfies ReasonCode, params: { word } });
  }),
);
const ValueSource = z.string().check(z.regex(/^(text|topic\.[1-9]|\$(\..+)?)$/, 'value-path' satisfies ReasonCode));

export const ConnectionEntry = z
  .strictObject({
    name: Name,
    preset: z.optional(z.enum(presetNames)),
    topic: Topic,
    location: Name,
    rooms: z.array(RoomEntry).check(z.minLength(1)),
    statuses: z.optional(z.record(z.string(), StatusWord)),
    /** The product's words for online and offline, for presets that read the availability from a value. */
    availability: z.optional(z.record(z.string(), z.enum(['online', 'offline']))),
    /** Where the connection finds preset values, in place of the preset's sources, such as `status: $.object.alarm`. */
    values: z.optional(z.record(z.string(), ValueSource)),
    /** A preset of the installer, in place of a built-in one. */
    ownPreset: z.optional(Preset),
  })
  .check(
    z.refine(
      ({ preset, ownPreset }) => (preset === undefined) !== (ownPreset === undefined),
      'one-preset' satisfies ReasonCode,
    ),
  );
export type ConnectionEntry = z.infer<typeof ConnectionEntry>;

export function readBuiltInPreset(name: (typeof presetNames)[number]): Preset {
  return Preset.parse(JSON.parse(readFileSync(serverFileOf(`equipment/presets/${name}.json`), 'utf8')));
}

function presetOf({ name, preset, ownPreset }: ConnectionEntry): Preset {
  if (ownPreset !== undefined) return ownPreset;
  if (preset === undefined) throw new Error(`the connection ${name} has no preset`);
  return readBuiltInPreset(preset);
}

/** Finds the problems of a connection. `others`: connections that were checked before, and with which it may overlap. */
export function checkEntry(entry: ConnectionEntry, others: readonly ConnectionEntry[]): readonly FieldProblem[] {
  const preset = presetOf(entry);
  const rooms = entry.rooms.map(({ room, ...names }) => ({ room, names }));
  const known = new Set(preset.messages.flatMap((message) => Object.keys(message.values)));
  const unknown = Object.keys(entry.values ?? {}).filter((value) => !known.has(value));
  return [
    ...checkDeviceNames(rooms, preset),
    ...unknown.map((value) => fieldProblem(`values.${value}`, 'not-in-list', { options: [...known].join(', ') })),
    ...others.flatMap((other) => findOverlap(entry, other)),
  ];
}

/**
 * Finds the problems of connections, with their positions in a file. `others`: stored connections that are not in the
 * file.
 */
export function checkEntries(
  entries: readonly ConnectionEntry[],
  others: readonly ConnectionEntry[],
): readonly FieldProblem[] {
  return entries.flatMap((entry, index) =>
    checkEntry(entry, [...others, ...entries.slice(0, index)]).map((problem) => ({
      ...problem,
      field: `connections[${index}].${problem.field}`,
    })),
  );
}

/** Finds whether two connections have the same name or overlapping topics. A message must belong to one connection. */
function findOverlap({ name, topic }: ConnectionEntry, other: ConnectionEntry): readonly FieldProblem[] {
  const isBelow = `${topic}/`.startsWith(`${other.topic}/`) || `${other.topic}/`.startsWith(`${topic}/`);
  const overlap = { topic, other: other.topic, name: other.name };
  return [
    ...(other.name === name ? [fieldProblem('name', 'name-twice', { name })] : []),
    ...(isBelow ? [fieldProblem('topic', 'topics-overlap', overlap)] : []),
  ];
}

export function settingsOfEntry(entry: ConnectionEntry): ConnectionSettings {
  return toSettings(entry, presetOf(entry));
}

export function toSettings(entry: Omit<ConnectionEntry, 'preset' | 'ownPreset'>, preset: Preset): ConnectionSettings {
  const { name, topic, location, statuses = {}, availability = {}, values = {} } = entry;
  const rooms = entry.rooms.map(({ room, ...names }) => ({ room, names: addNameParts(names, preset) }));
  const messages = preset.messages.map((message) => ({ ...message, values: { ...message.values, ...values } }));
  return { name, topic, location, statuses, availability, rooms, preset: { ...preset, messages } };
}
