/** The recordings of real bed exits that some rooms of the demo replay. See recordings/README.md. */
import { readFileSync } from 'node:fs';
import { serverFile } from '../shared/server-files.ts';

export interface Recording {
  /** Such as `d1p01M`. */
  readonly name: string;
  /** In order of time. `at` is in milliseconds since the recording began. */
  readonly changes: readonly { readonly at: number; readonly status: number }[];
  /** Milliseconds since the recording began. */
  readonly endsAt: number;
}

/** Reads all recordings of manifest.csv, in its order. A test checks the files, so they are trusted here. */
export function loadRecordings(): [Recording, ...Recording[]] {
  const [first, ...others] = readRows('manifest.csv').map(([file = '', , end = '']): Recording => ({
    name: file.replace(/\.csv$/, ''),
    changes: readRows(file).map(([at = '', status]) => ({ at: parseTime(at), status: Number(status) })),
    endsAt: parseTime(end),
  }));
  if (first === undefined) throw new Error('manifest.csv names no recording');
  return [first, ...others];
}

function readRows(file: string): string[][] {
  const [, ...lines] = readFileSync(serverFile(`demo/recordings/${file}`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => line.split(','));
}

/** The files count time from the epoch, without a zone. */
function parseTime(text: string): number {
  return Date.parse(`${text}Z`);
}
