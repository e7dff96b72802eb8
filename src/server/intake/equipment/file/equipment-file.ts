/** Reads the equipment file: the installer's YAML list of connections. The file is checked as a whole at start. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { errorMessage } from '../../../shared/error-message.ts';
import { serverFile } from '../../../shared/server-files.ts';
import { validateInput } from '../../../shared/validate-input.ts';
import { OperatorError } from '../../../shared/operator-error.ts';
import { statusCodeOf } from '../preset-format/apply-preset.ts';
import type { ConnectionSettings } from '../connection.ts';
import { Preset } from '../preset-format/preset.ts';
import { readYamlFile } from './read-yaml-file.ts';
import { checkRoomNames, withParts } from './room-names.ts';

/** The built-in presets, in the folder `presets`. */
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

const Name = z.string().check(z.regex(/^[\w.-]{1,64}$/, 'must be a word of letters, digits, dots and dashes'));
const Topic = z
  .string()
  .check(
    z.regex(/^[^$/+#][^+#]*[^/+#]$|^[^$/+#]$/, 'must be the start of a topic, without wildcards or a final slash'),
  );
const RoomEntry = z.catchall(z.object({ room: Name }), z.string().check(z.minLength(1)));
const StatusWord = z.string().check(
  z.refine((word) => statusCodeOf(word) !== undefined, {
    error: ({ input }) => `${String(input)} is neither a status name nor a code`,
  }),
);
const ValueSource = z
  .string()
  .check(z.regex(/^(text|topic\.[1-9]|\$(\..+)?)$/, 'must be a path in the JSON such as $.object.alarm, or topic.1'));

const Connection = z
  .strictObject({
    name: Name,
    preset: z.optional(z.enum(presetNames, `must be one of ${presetNames.join(', ')}`)),
    /** A preset of the installer, with a path relative to the equipment file. */
    presetFile: z.optional(z.string().check(z.minLength(1))),
    topic: Topic,
    location: Name,
    rooms: z.array(RoomEntry).check(z.minLength(1)),
    statuses: z.optional(z.record(z.string(), StatusWord)),
    /** Words for online and offline, for presets that read the availability from a value. */
    availability: z.optional(z.record(z.string(), z.enum(['online', 'offline'], 'must be online or offline'))),
    /** Replaces the sources of preset values, such as `status: $.object.alarm`. */
    values: z.optional(z.record(z.string(), ValueSource)),
  })
  .check(
    z.refine(
      ({ preset, presetFile }) => (preset === undefined) !== (presetFile === undefined),
      'either preset or presetFile is needed',
    ),
  );
type ConnectionEntry = z.infer<typeof Connection>;

const EquipmentFile = z.strictObject(
  { connections: z.array(Connection, 'must be a list: each connection begins with "- name:"') },
  'must begin with `connections:`',
);

/** The message has one line for each problem of the file. */
export class EquipmentFileError extends OperatorError {
  readonly problems: readonly string[];

  constructor(file: string, problems: readonly string[]) {
    super([`The equipment file ${file} cannot be used:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** Throws EquipmentFileError. */
export function readEquipmentFile(file: string): readonly ConnectionSettings[] {
  const connections = parseEquipmentFile(file);
  const problems: string[] = [];
  const settings = connections.flatMap((entry, index) => {
    const report = (problem: string) => void problems.push(`connections[${index}].${problem}`);
    const preset = loadPreset(entry, file, report);
    if (preset === undefined) return [];
    const own = entry.presetFile === undefined ? {} : { presetFile: presetPath(entry, file) };
    return { ...checkConnection(entry, preset, report), ...own };
  });
  problems.push(...findOverlaps(connections));
  if (problems.length > 0) throw new EquipmentFileError(file, problems);
  return settings;
}

type ReportProblem = (problem: string) => void;

function presetPath({ preset, presetFile }: ConnectionEntry, file: string): string {
  return presetFile === undefined
    ? fileURLToPath(serverFile(`intake/equipment/presets/${preset}.json`))
    : resolve(dirname(file), presetFile);
}

function loadPreset(entry: ConnectionEntry, file: string, report: ReportProblem): Preset | undefined {
  const source = presetPath(entry, file);
  try {
    const result = validateInput(Preset, JSON.parse(readFileSync(source, 'utf8')), 'the file');
    if ('value' in result) return result.value;
    for (const { field, reason } of result.errors) report(`presetFile, in ${source}, ${field}: ${reason}`);
  } catch (error) {
    report(`presetFile: ${source} cannot be read: ${errorMessage(error)}`);
  }
  return undefined;
}

/** Checks a connection against its preset. */
function checkConnection(
  { name, topic, location, rooms: entries, statuses = {}, availability = {}, values = {} }: ConnectionEntry,
  preset: Preset,
  report: ReportProblem,
): ConnectionSettings {
  const given = entries.map(({ room, ...names }) => ({ room, names }));
  for (const problem of checkRoomNames(given, preset)) report(problem);
  const rooms = given.map(({ room, names }) => ({ room, names: withParts(names, preset) }));
  const known = new Set(preset.messages.flatMap((message) => Object.keys(message.values)));
  for (const value of Object.keys(values)) {
    if (!known.has(value)) report(`values.${value}: must be one of ${[...known].join(', ')}`);
  }
  const messages = preset.messages.map((message) => ({ ...message, values: { ...message.values, ...values } }));
  return { name, topic, location, statuses, availability, rooms, preset: { ...preset, messages } };
}

function parseEquipmentFile(file: string): readonly ConnectionEntry[] {
  const read = readYamlFile(file);
  if ('problems' in read) throw new EquipmentFileError(file, read.problems);
  const result = validateInput(EquipmentFile, read.content, 'the file');
  if ('value' in result) return result.value.connections;
  throw new EquipmentFileError(
    file,
    result.errors.map(({ field, reason }) => `${field}: ${reason}`),
  );
}

/** Names must be unique, and a topic must belong to one connection. */
function findOverlaps(connections: readonly ConnectionEntry[]): readonly string[] {
  return connections.flatMap(({ name, topic }, index) =>
    connections.slice(0, index).flatMap((other) => {
      const isBelow = `${topic}/`.startsWith(`${other.topic}/`) || `${other.topic}/`.startsWith(`${topic}/`);
      return [
        ...(other.name === name ? [`connections[${index}].name: ${name} is used twice`] : []),
        ...(isBelow ? [`connections[${index}].topic: ${topic} and ${other.topic} of ${other.name} overlap`] : []),
      ];
    }),
  );
}
