import { expect, test } from 'vitest';
import { operatorLines } from './operator-lines.ts';

test('every command that the cluster of a demo prints says that it is one, and no other does', () => {
  const commands = (isDemo: boolean) =>
    operatorLines('data/settings.sh', isDemo).filter((line) => /room-status --/.test(line));
  expect(commands(true).length).toBeGreaterThan(1);
  expect(commands(true).every((line) => line.endsWith(' --demo'))).toBe(true);
  expect(commands(false).some((line) => line.includes('--demo'))).toBe(false);
});
