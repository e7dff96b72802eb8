/** Reads the equipment file: the installer's YAML list of connections. The file is checked as a whole at start. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { ReasonCode } from '../../../../contract/reasons.ts';
import { errorMessage } from '../../../shared/error-message.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import { serverFile } from '../../../shared/server-files.ts';
import { validateInput } from '../../../shared/validate-input.ts';
import { statusCodeOf } from '../preset-format/apply-preset.ts';
import type { ConnectionSettings } from '../connection.ts';
import { Preset } from '../preset-format/preset.ts';
import { EquipmentFileError } from './equipment-file-error.ts';
import { parseYaml, readTextFile } from './read-yaml-file.ts';
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

const Connection = z
  .strictObject({
    name: Name,
    preset: z.optional(z.enum(presetNames)),
    /** A preset of the installer, with a path relative to the equipment file. */
    presetFile: z.optional(z.string().check(z.minLength(1))),
    topic: Topic,
    location: Name,
    rooms: z.array(RoomEntry).check(z.minLength(1)),
    statuses: z.optional(z.record(z.string(), StatusWord)),
    /** Words for online and offline, for presets that read the availability from a value. */
    availability: z.optional(z.record(z.string(), z.enum(['online', 'offline']))),
    /** Replaces the sources of preset values, such as `status: $.object.alarm`. */
    values: z.optional(z.record(z.string(), ValueSource)),
  })
  .check(
    z.refine(
      ({ preset, presetFile }) => (preset === undefined) !== (presetFile === undefined),
      'one-preset' satisfies ReasonCode,
    ),
  );
/** A connection as it stands in the file. */
export type ConnectionEntry = z.infer<typeof Connection>;

const EquipmentFile = z.strictObject(
  { connections: z.array(Connection, 'connection-list' satisfies ReasonCode) },
  'no-connections' satisfies ReasonCode,
);

/** Throws EquipmentFileError. */
export function readEquipmentFile(file: string): readonly ConnectionSettings[] {
  const read = readTextFile(file);
  if ('problems' in read) throw new EquipmentFileError(file, read.problems);
  return parseEquipment(file, read.text).settings;
}

/**
 * Checks the text of an equipment file. `file`: its path. `mayRead`: whether a preset file may be read, by its absolute
 * path. Throws EquipmentFileError.
 */
export function parseEquipment(file: string, text: string, mayRead: (presetFile: string) => boolean = () => true) {
  const connections = parseConnections(file, text);
  const problems: FieldProblem[] = [];
  const settings = connections.flatMap((entry, index) => {
    const report: ReportProblem = (problem) =>
      void problems.push({ ...problem, field: `connections[${index}].${problem.field}` });
    if (entry.presetFile !== undefined && !mayRead(presetPath(entry, file))) {
      report(fieldProblem('presetFile', 'path-on-server'));
      return [];
    }
    const preset = loadPreset(entry, file, report);
    if (preset === undefined) return [];
    const own = entry.presetFile === undefined ? {} : { presetFile: presetPath(entry, file) };
    return { ...checkConnection(entry, preset, report), ...own };
  });
  problems.push(...findOverlaps(connections));
  if (problems.length > 0) throw new EquipmentFileError(file, problems);
  return { connections, settings };
}

type ReportProblem = (problem: FieldProblem) => void;

/** `file`: the path of the equipment file. */
function presetPath({ preset, presetFile }: ConnectionEntry, file: string): string {
  return presetFile === undefined
    ? fileURLToPath(serverFile(`intake/equipment/presets/${preset}.json`))
    : resolve(dirname(file), presetFile);
}

function loadPreset(entry: ConnectionEntry, file: string, report: ReportProblem): Preset | undefined {
  const source = presetPath(entry, file);
  try {
    const result = validateInput(Preset, JSON.parse(readFileSync(source, 'utf8')), 'presetFile');
    if ('value' in result) return result.value;
    for (const problem of result.errors) report({ ...problem, field: `presetFile (${source}, ${problem.field})` });
  } catch (error) {
    report(fieldProblem(`presetFile (${source})`, 'unreadable', { message: errorMessage(error) }));
  }
  return undefined;
}

/** Checks a connection against its preset. Returns its settings also when there are problems. */
export function checkConnection(
  { name, topic, location, rooms: entries, statuses = {}, availability = {}, values = {} }: ConnectionEntry,
  preset: Preset,
  report: ReportProblem,
): ConnectionSettings {
  const given = entries.map(({ room, ...names }) => ({ room, names }));
  for (const problem of checkRoomNames(given, preset)) report(problem);
  const rooms = given.map(({ room, names }) => ({ room, names: withParts(names, preset) }));
  const known = new Set(preset.messages.flatMap((message) => Object.keys(message.values)));
  for (const value of Object.keys(values)) {
    if (!known.has(value)) report(fieldProblem(`values.${value}`, 'not-in-list', { options: [...known].join(', ') }));
  }
  const messages = preset.messages.map((message) => ({ ...message, values: { ...message.values, ...values } }));
  return { name, topic, location, statuses, availability, rooms, preset: { ...preset, messages } };
}

function parseConnections(file: string, text: string): readonly ConnectionEntry[] {
  const parsed = parseYaml(text);
  if ('problems' in parsed) throw new EquipmentFileError(file, parsed.problems);
  const result = validateInput(EquipmentFile, parsed.content, '');
  if ('value' in result) return result.value.connections;
  throw new EquipmentFileError(file, result.errors);
}

/** Names must be unique, and a topic must belong to one connection. */
function findOverlaps(connections: readonly ConnectionEntry[]): readonly FieldProblem[] {
  return connections.flatMap(({ name, topic }, index) =>
    connections.slice(0, index).flatMap((other) => {
      const isBelow = `${topic}/`.startsWith(`${other.topic}/`) || `${other.topic}/`.startsWith(`${topic}/`);
      return [
        ...(other.name === name ? [fieldProblem(`connections[${index}].name`, 'name-twice', { name })] : []),
        ...(isBelow
          ? [
              fieldProblem(`connections[${index}].topic`, 'topics-overlap', {
                topic,
                other: other.topic,
                name: other.name,
              }),
            ]
          : []),
      ];
    }),
  );
}
