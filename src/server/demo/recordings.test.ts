import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isKnownStatusCode } from '../../domain/room-status.ts';
import { MemoryRoom } from '../../../tests/support/falls/memory-room.ts';
import { loadRecordings } from './recordings.ts';

const folder = new URL('./recordings/', import.meta.url);
const rowsOf = (file: string) =>
  readFileSync(new URL(file, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
const [, ...manifest] = rowsOf('manifest.csv');
const statusOfLabel: Readonly<Record<string, string>> = {
  lying: '5',
  'sit on bed': '2',
  ambulating: '3',
  'sit on chair': '15',
};

test('the manifest lists every recording with its row count and its SHA-256', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv') && file !== 'manifest.csv');
  expect(manifest.map(([file = '']) => file).toSorted()).toEqual(files.toSorted());
  for (const [file = '', rowCount, ...columns] of manifest) {
    const hash = createHash('sha256').update(readFileSync(new URL(file, folder)));
    expect(hash.digest('hex'), file).toBe(columns.at(-1));
    expect(rowsOf(file).length - 1, file).toBe(Number(rowCount));
  }
});

test('each row of a recording has the status of its label, and each change a later time and another status than the one before', () => {
  for (const [file = ''] of manifest) {
    const [header, ...rows] = rowsOf(file);
    expect(header, file).toEqual(['at', 'status', 'source_label']);
    for (const [, status, label = ''] of rows) expect(status, file).toBe(statusOfLabel[label]);
  }
  for (const { name, changes, endsAt } of loadRecordings()) {
    for (const [index, { at, status }] of changes.entries()) {
      expect(isKnownStatusCode(status), name).toBe(true);
      expect(at, name).toBeGreaterThanOrEqual(0);
      expect(at, name).toBeGreaterThan(changes[index - 1]?.at ?? -1);
      expect(at, name).toBeLessThanOrEqual(endsAt);
      expect(status, name).not.toBe(changes[index - 1]?.status);
    }
  }
});

test('the recordings have 696 changes and the 131 bed exits that the README counts', () => {
  const recordings = loadRecordings();
  expect(recordings.flatMap(({ changes }) => changes)).toHaveLength(696);
  const statuses = recordings.map(({ changes }) => changes.map(({ status }) => status).join(' '));
  const count = (exit: RegExp) => statuses.join('; ').match(exit)?.length;
  expect([count(/\b5 2 3\b/g), count(/\b5 3\b/g), count(/\b5 15\b/g)]).toEqual([103, 26, 2]);
});

test('by the default rules the recorded bed exits raise one alert for each getting-up at night, and none by day', () => {
  const alertsAt = (hour: number) =>
    loadRecordings().flatMap(({ changes }) => {
      const room = new MemoryRoom('room');
      const start = Date.UTC(2026, 2, 1, hour);
      let uuids = new Set<string>();
      for (const { at, status } of changes) {
        const report = { status, at: start + at, notification: true, id: null, debounceMs: 0 } as const;
        room.receive({ kind: 'report', streamUUID: 'room', ...report }, start + at);
        uuids = new Set([...uuids, ...room.alerts.map(({ uuid }) => uuid)]);
      }
      return [...uuids];
    });
  const steps = loadRecordings().flatMap(({ changes }) => changes.filter(({ status }) => status !== 5));
  expect([steps.length, alertsAt(2).length, alertsAt(12).length]).toEqual([542, 210, 0]);
});
