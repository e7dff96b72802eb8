import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertStates } from '../alerts/alert.ts';
import { defaultChain, dueTargets, type EscalationTarget, isChainOver, maxStepDelayMs } from './escalation.ts';

const anyTarget = fc.constantFrom<EscalationTarget>('ward', 'location', 'contacts', 'contact:one', 'contact:other');
const anyChain = fc.uniqueArray(fc.record({ afterMs: fc.nat(maxStepDelayMs), target: anyTarget }), {
  selector: ({ target }) => target,
});

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
  expect(dueTargets(defaultChain, raised, raised.since + age)).toEqual(targets);
});

test('nobody is reached about an answered, a technical or a faulty alert, and no contact about a drill', () => {
  const late = raised.since + 86_400_000;
  for (const state of alertStates)
    expect(dueTargets(defaultChain, { ...raised, state }, late).length > 0).toBe(state === 'raised');
  expect(dueTargets(defaultChain, { ...raised, priority: 'technical' }, late)).toEqual([]);
  expect(dueTargets(defaultChain, { ...raised, isFault: true }, late)).toEqual([]);
  expect(dueTargets(defaultChain, { ...raised, isTest: true }, late)).toEqual(['ward', 'location']);
});

test('each target of a chain is reached once its time has passed, and never before', () => {
  fc.assert(
    fc.property(anyChain, fc.nat(2 * maxStepDelayMs), (chain, age) => {
      const due = dueTargets(chain, raised, raised.since + age);
      expect(due.toSorted()).toEqual(
        chain.flatMap(({ afterMs, target }) => (afterMs <= age ? [target] : [])).toSorted(),
      );
    }),
  );
});

test('while nobody answers, a target that is due stays due', () => {
  fc.assert(
    fc.property(anyChain, fc.nat(maxStepDelayMs), fc.nat(maxStepDelayMs), (chain, age, more) => {
      const [before = [], after] = [age, age + more].map((ms) => dueTargets(chain, raised, raised.since + ms));
      expect(after).toEqual(expect.arrayContaining([...before]));
    }),
  );
});

test('a chain without steps reaches nobody, and a drill no contact', () => {
  expect(dueTargets([], raised, raised.since + 86_400_000)).toEqual([]);
  fc.assert(
    fc.property(anyChain, fc.nat(2 * maxStepDelayMs), (chain, age) => {
      const due = dueTargets(chain, { ...raised, isTest: true }, raised.since + age);
      expect(due.filter((target) => target !== 'ward' && target !== 'location')).toEqual([]);
    }),
  );
});

test('a chain is over when its last step is due, for a drill without the contacts, and never for an answered alert', () => {
  const isOverAfter = (alert: Partial<typeof raised> | { isTest: true } | { state: 'acknowledged' }) =>
    [59, 60, 119, 120, 86_400].filter((seconds) =>
      isChainOver(defaultChain, { ...raised, ...alert }, raised.since + seconds * 1_000),
    );
  expect(isOverAfter({})).toEqual([120, 86_400]);
  expect(isOverAfter({ isTest: true })).toEqual([60, 119, 120, 86_400]);
  expect(isOverAfter({ state: 'acknowledged' })).toEqual([]);
});

test('a chain is over when the time of its last step has passed', () => {
  fc.assert(
    fc.property(anyChain, fc.nat(2 * maxStepDelayMs), (chain, age) => {
      const last = Math.max(...chain.map(({ afterMs }) => afterMs));
      expect(isChainOver(chain, raised, raised.since + age)).toBe(chain.length > 0 && age >= last);
    }),
  );
});
