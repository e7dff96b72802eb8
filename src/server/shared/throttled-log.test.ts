import { expect, test } from 'vitest';
import { createThrottledLog } from './throttled-log.ts';

test('a line a minute of each kind, whichever way the clock is set', () => {
  let time = 0;
  const lines: string[] = [];
  const say = createThrottledLog(() => time);
  const tell = (kind: string) =>
    say(
      { warn: (_, message) => void lines.push(`${kind} ${message}`) },
      { device: '', kind, details: {}, message: 'away' },
    );
  for (const kind of ['a', 'a', 'b']) tell(kind);
  expect(lines).toEqual(['a away', 'b away']);
  for (const step of [59_000, 1_000, -3_600_000]) {
    time += step;
    tell('a');
  }
  expect(lines).toEqual(['a away', 'b away', 'a away', 'a away']);
});
