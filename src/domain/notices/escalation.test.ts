import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertStates } from '../alerts/alert.ts';
import { dueTargets, escalationSteps, isChainOver } from './escalation.ts';

const raised = { state: 'raised', priority: 'high', isFault: false, isTest: false, since: 1_000_000 } as const;

test.each([
  [0, []],
  [29_999, []],
  [30_000, ['ward']],
  [60_000, ['ward', 'location']],
  [120_000, ['ward', 'location', 'contacts']],
  [86_400_000, ['ward', 'location', 'contacts']],
  [-4_000, []],
  // The clock was set back by an hour.
  [-3_600_000, ['ward', 'location', 'contacts']],
])('%s ms after an alert, these are reached: %s', (age, targets) => {
  expect(dueTargets(raised, raised.since + age)).toEqual(targets);
});

test('nobody is reached about an answered, a technical or a faulty alert, and no contact about a drill', () => {
  const late = raised.since + 86_400_000;
  for (const state of alertStates) expect(dueTargets({ ...raised, state }, late).length > 0).toBe(state === 'raised');
  expect(dueTargets({ ...raised, priority: 'technical' }, late)).toEqual([]);
  expect(dueTargets({ ...raised, isFault: true }, late)).toEqual([]);
  expect(dueTargets({ ...raised, isTest: true }, late)).toEqual(['ward', 'location']);
});

test('while nobody answers, a target that is due stays due', () => {
  fc.assert(
    fc.property(fc.nat(300_000), fc.nat(300_000), (age, more) => {
      const [before, after] = [age, age + more].map((ms) => dueTargets(raised, raised.since + ms));
      expect(after?.slice(0, before?.length)).toEqual(before);
      expect(after?.length).toBeLessThanOrEqual(escalationSteps.length);
    }),
  );
});

test('a chain is over when its last step is due, for a drill without the contacts, and never for an answered alert', () => {
  const isOverAfter = (alert: Partial<typeof raised> | { isTest: true } | { state: 'acknowledged' }) =>
    [59, 60, 119, 120, 86_400].filter((seconds) =>
      isChainOver({ ...raised, ...alert }, raised.since + seconds * 1_000),
    );
  expect(isOverAfter({})).toEqual([120, 86_400]);
  expect(isOverAfter({ isTest: true })).toEqual([60, 119, 120, 86_400]);
  expect(isOverAfter({ state: 'acknowledged' })).toEqual([]);
});
