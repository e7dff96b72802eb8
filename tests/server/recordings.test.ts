import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MemoryRoom } from '../support/falls/memory-room.ts';

const file = join(import.meta.dirname, '../support/recordings/recordings.csv');

interface Change {
  /** Milliseconds since the recording started. */
  readonly at: number;
  readonly status: number;
}

/** Reads the recordings. The README beside the file describes their format. */
function loadRecordings(): readonly (readonly Change[])[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const changes = line.split(',')[3] ?? '';
    return changes.split('; ').map((change) => {
      const [seconds, status] = change.split(' ').map(Number);
      return { at: (seconds ?? Number.NaN) * 1000, status: status ?? Number.NaN };
    });
  });
}

test('by the default rules the recorded bed exits raise one alert for each getting-up at night, and none by day', () => {
  const recordings = loadRecordings();
  const alertsAt = (hour: number) =>
    recordings.flatMap((changes) => {
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
  const steps = recordings.flatMap((changes) => changes.filter(({ status }) => status !== 5));
  expect([recordings.length, steps.length, alertsAt(2).length, alertsAt(12).length]).toEqual([83, 542, 210, 0]);
});
