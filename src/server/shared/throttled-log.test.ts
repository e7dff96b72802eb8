import { expect, test } from 'vitest';
import { createThrottledLog } from './throttled-log.ts';

test('each kind is logged once a minute, even if the clock is set back', () => {
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
