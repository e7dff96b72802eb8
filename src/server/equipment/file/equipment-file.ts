/** Reads and writes an equipment file: a YAML list of connections. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LineCounter, parseDocument, stringify } from 'yaml';
import * as z from 'zod/mini';
import type { ReasonCode } from '../../../contract/reasons.ts';
import { errorMessageOf } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { type FieldProblem, fieldProblem, formatProblem } from '../../shared/reason.ts';
import { validateInput } from '../../shared/validate-input.ts';
import { checkEntries, ConnectionEntry } from '../connection-entry.ts';

/** The error of an equipment file with problems. The message has one line for each problem. */
export class EquipmentFileError extends OperatorError {
  readonly problems: readonly FieldProblem[];

  constructor(file: string, problems: readonly FieldProblem[]) {
    super(
      [`The equipment file ${file} cannot be used:`, ...problems.map((one) => `  ${formatProblem(one)}`)].join('\n'),
    );
    this.problems = problems;
  }
}

/** The maximum size of a file. It is enough for thousands of rooms. Parsing a larger file could take minutes. */
const maxCharacters = 1_000_000;

/** Reads the connections of a file. Throws EquipmentFileError. */
export function readEquipmentFile(file: string): readonly ConnectionEntry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new EquipmentFileError(file, [fieldProblem('', 'unreadable', { message: errorMessageOf(error) })]);
  }
  if (text.length > maxCharacters) {
    throw new EquipmentFileError(file, [fieldProblem('', 'too-long', { max: maxCharacters })]);
  }
  return parseEquipmentFile(file, text);
}

const EquipmentFile = z.strictObject(
  { connections: z.array(ConnectionEntry, 'connection-list' satisfies ReasonCode) },
  'no-connections' satisfies ReasonCode,
);

/**
 * Parses the text of a file. `file`: its path, to which paths of preset files are relative. Throws EquipmentFileError.
 */
export function parseEquipmentFile(file: string, text: string): readonly ConnectionEntry[] {
  const result = validateInput(EquipmentFile, readOwnPresets(file, parseYaml(file, text)), '');
  if ('errors' in result) throw new EquipmentFileError(file, result.errors);
  const { connections } = result.value;
  const problems = checkEntries(connections, []);
  if (problems.length > 0) throw new EquipmentFileError(file, problems);
  return connections;
}

function parseYaml(file: string, text: string): unknown {
  const lineCounter = new LineCounter();
  // NOTE: the failsafe schema keeps every scalar as text. Otherwise the serial number 6806E5151 would become a number.
  const document = parseDocument(text, { schema: 'failsafe', lineCounter, prettyErrors: false });
  const problems = document.errors.map(({ pos, message }) => {
    const { line, col: column } = lineCounter.linePos(pos[0]);
    return fieldProblem(`line ${line}`, 'not-yaml', { column, message });
  });
  if (problems.length > 0) throw new EquipmentFileError(file, problems);
  try {
    // NOTE: nested YAML references could expand a short file until the memory is full. The yaml package throws when a
    // file has too many.
    return document.toJS();
  } catch (error) {
    throw new EquipmentFileError(file, [fieldProblem('', 'unreadable', { message: errorMessageOf(error) })]);
  }
}

/**
 * A connection with a preset of the installer. Every value of a file is text, so the preset is JSON text: the content
 * of another file, or a value in this file.
 */
const WithOwnPresets = z.looseObject({
  connections: z.array(
    z.looseObject({
      /** A path relative to the folder of the equipment file. */
      presetFile: z.optional(z.string()),
      ownPreset: z.optional(z.string()),
    }),
  ),
});

/**
 * Replaces the text of each preset of the installer with the parsed preset. Content of another form is returned
 * unchanged.
 */
function readOwnPresets(file: string, content: unknown): unknown {
  const result = WithOwnPresets.safeParse(content);
  if (!result.success) return content;
  const connections = result.data.connections.map(({ presetFile, ownPreset, ...entry }, index) => {
    if (presetFile === undefined && ownPreset === undefined) return entry;
    try {
      const json = ownPreset ?? readFileSync(resolve(dirname(file), presetFile ?? ''), 'utf8');
      const preset: unknown = JSON.parse(json);
      return { ...entry, ownPreset: preset };
    } catch (error) {
      const field = `connections[${index}].${ownPreset === undefined ? 'presetFile' : 'ownPreset'}`;
      throw new EquipmentFileError(file, [fieldProblem(field, 'unreadable', { message: errorMessageOf(error) })]);
    }
  });
  return { ...result.data, connections };
}

/** Formats connections as an equipment file. */
export function formatEquipmentFile(entries: readonly ConnectionEntry[]): string {
  const connections = entries.map(({ ownPreset, ...entry }) => ({
    ...entry,
    ...(ownPreset !== undefined && { ownPreset: JSON.stringify(ownPreset) }),
  }));
  return stringify({ connections }, { lineWidth: 0 });
}
