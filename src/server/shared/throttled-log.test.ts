import { expect, test } from 'vitest';
import { createThrottledLog } from './throttled-log.ts';

test('each kind of problem is logged once a minute, even if the clock is set back', () => {
  let time = 0;
  const lines: string[] = [];
  const write = createThrottledLog(() => time);
  const warn = (kind: string) =>
    write(
      { warn: (_, message) => void lines.push(`${kind} ${message}`) },
      { device: '', kind, details: {}, message: 'away' },
    );
  for (const kind of ['a', 'a', 'b']) warn(kind);
  expect(lines).toEqual(['a away', 'b away']);
  for (const step of [59_000, 1_000, -3_600_000]) {
    time += step;
    warn('a');
  }
  expect(lines).toEqual(['a away', 'b away', 'a away', 'a away']);
});

test('at most 50 kinds of problems of a device are logged a minute, then one line about further problems', () => {
  const lines: string[] = [];
  const write = createThrottledLog(() => 0);
  const warn = (device: string, kind: number) =>
    write(
      { warn: (_, message) => void lines.push(message) },
      { device, kind: `${kind}`, details: {}, message: `${device} failed` },
    );
  for (let kind = 0; kind < 60; kind += 1) warn('camera', kind);
  warn('radar', 0);
  expect(lines.filter((line) => line === 'camera failed')).toHaveLength(50);
  expect(lines.slice(50)).toEqual([expect.stringContaining('not logged for a minute'), 'radar failed']);
});
