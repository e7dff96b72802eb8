import { expect, test } from 'vitest';
import { testStream } from '../../../../tests/support/test-stream.ts';
import { hasSameRules } from './has-same-rules.ts';

const rule = { status: 4, priority: 'medium', afterSeconds: 600, between: null } as const;
const rooms = (...rules: (typeof rule | undefined)[]) =>
  rules.map((own, index) => testStream(`${index}`, { alertRules: own && [{ ...own }] }));

test('rooms have the same rules if all have none, or all have equal ones', () => {
  expect(hasSameRules([])).toBe(true);
  expect(hasSameRules(rooms(undefined, undefined))).toBe(true);
  expect(hasSameRules(rooms(rule, rule))).toBe(true);
});

test('one room with other rules than the rest is told apart', () => {
  expect(hasSameRules(rooms(undefined, rule))).toBe(false);
  expect(hasSameRules(rooms(rule, undefined))).toBe(false);
});
