/** The recordings of real bed exits that some rooms of the demo replay (`recordings/README.md`). */
import { readFileSync } from 'node:fs';
import { isKnownStatusCode } from '../../domain/room-status.ts';

export interface Recording {
  /** Such as `d1p01M`. */
  readonly name: string;
  /** In the order of time, one for each change. `at`: milliseconds since the recording began. */
  readonly changes: readonly { readonly at: number; readonly status: number }[];
  /** Milliseconds since the recording began. */
  readonly endsAt: number;
}

const recordingsFolder = new URL('./recordings/', import.meta.url);
const recordingColumns = 'at,status,source_label';
const manifestColumns = 'file,rows,recording_ends,mirror,commit,source_path,source_blob,sha256';

const statusOfLabel = new Map([
  ['lying', 5],
  ['sit on bed', 2],
  ['ambulating', 3],
  ['sit on chair', 15],
]);

/** All recordings of the manifest, in its order. Throws, naming file and line, when one is not as it should be. */
export function loadRecordings(folder: URL = recordingsFolder): [Recording, ...Recording[]] {
  const manifest = readFileSync(new URL('manifest.csv', folder), 'utf8');
  const recordings = linesOf('manifest.csv', manifest, manifestColumns).map((line) => {
    const [file = '', rows, endsAt = ''] = line.split(',');
    const recording = parseRecording(file, readFileSync(new URL(file, folder), 'utf8'), timeOf(endsAt));
    if (recording.changes.length !== Number(rows)) {
      throw new Error(`${file} has ${recording.changes.length} rows, the manifest says ${rows}`);
    }
    return recording;
  });
  const [first, ...rest] = recordings;
  if (first === undefined) throw new Error('The manifest names no recording');
  return [first, ...rest];
}

/** Reads one CSV. Its times rise, its statuses are known, fit their labels and change with every row. */
export function parseRecording(file: string, text: string, endsAt: number): Recording {
  const changes: { at: number; status: number }[] = [];
  for (const [index, line] of linesOf(file, text, recordingColumns).entries()) {
    const [time = '', code = '', label = '', ...more] = line.split(',');
    const change = { at: timeOf(time), status: code === '' ? NaN : Number(code) };
    const before = changes.at(-1);
    const refuse = (reason: string): never => {
      throw new Error(`${file}, line ${index + 2}: ${reason}`);
    };
    if (more.length > 0) refuse('has too many columns');
    if (Number.isNaN(change.at)) refuse(`"${time}" is no time`);
    if (before !== undefined && change.at <= before.at) refuse('is not later than the line before');
    if (!isKnownStatusCode(change.status)) refuse(`"${code}" is no room status`);
    if (statusOfLabel.get(label) !== change.status) refuse(`"${label}" does not mean ${code}`);
    if (before?.status === change.status) refuse('does not change the status');
    if (!(change.at <= endsAt)) refuse('is later than the end of the recording');
    changes.push(change);
  }
  if (changes.length === 0) throw new Error(`${file} is empty`);
  return { name: file.replace(/\.csv$/, ''), changes, endsAt };
}

function linesOf(file: string, text: string, columns: string): string[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== columns) throw new Error(`${file} has the columns "${header}" instead of "${columns}"`);
  return lines;
}

/** The files give times without a zone, counted from a placeholder date. */
function timeOf(text: string): number {
  return Date.parse(`${text}Z`);
}
