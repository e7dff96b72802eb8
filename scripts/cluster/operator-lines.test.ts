import { expect, test } from 'vitest';
import { operatorLines } from './operator-lines.ts';

test('the printed operator commands end with --demo for a demo cluster only', () => {
  const commands = (isDemo: boolean) =>
    operatorLines('data/settings.sh', isDemo).filter((line) => /room-status --/.test(line));
  expect(commands(true).length).toBeGreaterThan(1);
  expect(commands(true).every((line) => line.endsWith(' --demo'))).toBe(true);
  expect(commands(false).some((line) => line.includes('--demo'))).toBe(false);
});
