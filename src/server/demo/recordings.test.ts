import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadRecordings, parseRecording } from './recordings.ts';

const folder = new URL('./recordings/', import.meta.url);

describe('the recordings of real people', () => {
  it('are all there, 83 with 696 changes, and every file is in the manifest', () => {
    const recordings = loadRecordings();
    expect(recordings).toHaveLength(83);
    expect(recordings.flatMap(({ changes }) => changes)).toHaveLength(696);
    const files = readdirSync(folder).filter((file) => file.endsWith('.csv') && file !== 'manifest.csv');
    expect(recordings.map(({ name }) => `${name}.csv`).toSorted()).toEqual(files.toSorted());
  });

  it('are byte for byte what the manifest says', () => {
    const [, ...lines] = readFileSync(new URL('manifest.csv', folder), 'utf8').trimEnd().split('\n');
    for (const line of lines) {
      const [file = '', ...columns] = line.split(',');
      const hash = createHash('sha256')
        .update(readFileSync(new URL(file, folder)))
        .digest('hex');
      expect(hash, file).toBe(columns.at(-1));
    }
  });

  it('hold the 131 bed exits that the README counts', () => {
    const statuses = loadRecordings().map(({ changes }) => changes.map(({ status }) => status).join(' '));
    const count = (way: RegExp) => statuses.join('; ').match(way)?.length;
    expect([count(/\b5 2 3\b/g), count(/\b5 3\b/g), count(/\b5 15\b/g)]).toEqual([103, 26, 2]);
  });
});

describe('a damaged recording is refused with its file and line', () => {
  const first = '1970-01-01T00:00:01.000,5,lying';
  it.each([
    ['wrong columns', ['time,status,source_label', first], 'd.csv has the columns'],
    ['no rows', [], 'd.csv is empty'],
    ['a time that is none', ['soon,5,lying'], 'd.csv, line 2: "soon" is no time'],
    ['time that stands still', [first, '1970-01-01T00:00:01.000,3,ambulating'], 'line 3: is not later'],
    ['an unknown status', ['1970-01-01T00:00:01.000,99,lying'], '"99" is no room status'],
    ['a missing status', ['1970-01-01T00:00:01.000,,lying'], '"" is no room status'],
    ['a label that means something else', ['1970-01-01T00:00:01.000,3,lying'], '"lying" does not mean 3'],
    ['no change', [first, '1970-01-01T00:00:02.000,5,lying'], 'does not change'],
    ['a change after the end', ['1970-01-01T00:00:11.000,5,lying'], 'later than the end'],
    ['too many columns', [`${first},x`], 'too many columns'],
  ])('%s', (_, lines, message) => {
    const header = lines[0]?.startsWith('time') === true ? [] : ['at,status,source_label'];
    expect(() => parseRecording('d.csv', `${[...header, ...lines].join('\n')}\n`, 10_000)).toThrow(message);
  });
});
