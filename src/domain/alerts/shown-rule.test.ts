import { expect, test } from 'vitest';
import { nightHours } from './alert-rules.ts';
import { shownRulesOf } from './shown-rule.ts';

const rule = { priority: 'medium', latches: false, afterMs: 0, between: null } as const;

test('a board shows a rule with its delay and its time of day, also over midnight', () => {
  const between = { from: 22 * 60, to: 6 * 60 + 5 };
  expect(shownRulesOf({ out_of_room: { ...rule, afterMs: 600_000, between } })).toEqual([
    { status: 4, priority: 'medium', afterSeconds: 600, between: '22:00-06:05' },
  ]);
});

test('a board shows a status whose alert is switched off, unless the status raises no alert by default', () => {
  const none = { priority: null, afterSeconds: 0, between: null };
  expect(shownRulesOf({ out_of_bed: null, in_bed: null })).toEqual([{ ...none, status: 3 }]);
});

test('a board does not show rules that are equal to the defaults', () => {
  expect(shownRulesOf({ hallway_wander: rule, man_down: { ...rule, priority: 'high', latches: true } })).toEqual([]);
  expect(shownRulesOf({})).toEqual([]);
});

test('a board shows a rule without a time of day if the default has one', () => {
  expect(shownRulesOf({ out_of_bed: rule })).toMatchObject([{ status: 3, between: null }]);
  expect(shownRulesOf({ out_of_bed: { ...rule, between: nightHours } })).toEqual([]);
});
