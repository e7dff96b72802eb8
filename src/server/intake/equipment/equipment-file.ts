/** Reads the equipment file: the installer's YAML list of connections. The file is checked as a whole at start. */
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { validateInput } from '../../shared/validate-input.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { checkConnection } from './check-connection.ts';
import type { ConnectionSettings } from './connection.ts';
import { loadPreset } from './load-preset.ts';

const Name = z.string().check(z.regex(/^[\w.-]{1,64}$/, 'must be a word of letters, digits, dots and dashes'));
const Topic = z
  .string()
  .check(
    z.regex(/^[^$/+#][^+#]*[^/+#]$|^[^$/+#]$/, 'must be the start of a topic, without wildcards or a final slash'),
  );
const RoomEntry = z.catchall(z.object({ room: Name }), z.string().check(z.minLength(1)));

const EquipmentFile = z.strictObject(
  {
    connections: z.array(
      z.strictObject({
        name: Name,
        /** One of `presetNames`. */
        preset: z.optional(Name),
        /** A preset of the installer, with a path relative to the equipment file. */
        presetFile: z.optional(z.string().check(z.minLength(1))),
        topic: Topic,
        location: Name,
        rooms: z.array(RoomEntry).check(z.minLength(1)),
        statuses: z.optional(z.record(z.string(), z.string())),
        /** Replaces the sources of preset values, such as `status: $.object.alarm`. */
        values: z.optional(z.record(z.string(), z.string())),
      }),
      'must be a list: each connection begins with "- name:"',
    ),
  },
  'must begin with `connections:`',
);
type ConnectionEntry = z.infer<typeof EquipmentFile>['connections'][number];

/** Has one line for each problem of the file. */
export class EquipmentFileError extends OperatorError {
  constructor(file: string, problems: readonly string[]) {
    super([`The equipment file ${file} cannot be used:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

/** Throws EquipmentFileError. */
export function readEquipmentFile(file: string): readonly ConnectionSettings[] {
  const connections = parseEquipmentFile(file);
  const problems: string[] = [];
  const settings = connections.flatMap((entry, index) => {
    const path = `connections[${index}]`;
    const preset = loadPreset(entry, { file, path, problems });
    return preset === undefined ? [] : checkConnection(entry, preset, path, problems);
  });
  problems.push(...findOverlaps(connections));
  if (problems.length > 0) throw new EquipmentFileError(file, problems);
  return settings;
}

function parseEquipmentFile(file: string): readonly ConnectionEntry[] {
  // NOTE: the failsafe schema keeps every scalar as text. The serial number 6806E5151 would become a number otherwise.
  const document = parseDocument(readText(file), { uniqueKeys: true, schema: 'failsafe' });
  if (document.errors.length > 0) {
    const messages = document.errors.map(({ message }) => message.split('\n')[0]?.replace(/:$/, '') ?? message);
    throw new EquipmentFileError(file, messages);
  }
  const input: unknown = document.toJS();
  const result = validateInput(EquipmentFile, input, 'the file');
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

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new EquipmentFileError(file, [
      `it cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
