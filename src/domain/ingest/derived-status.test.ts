import { expect, test } from 'vitest';
import { fall, fresh, inBed, now } from '../../../tests/support/ingest-state.ts';
import { ingest } from './ingest.ts';
import { ingestRulesOf } from './ingest-rules.ts';

/** Ingests a value of a fall sensor. `before`: its value before. */
function observe(state = fresh, before: string, after: string, receivedAt = now, isRetained?: true) {
  const interpret = (values: ReadonlyMap<string, string>) =>
    values.has('fall') ? { status: values.get('fall') === 'on' ? fall : inBed, debounceMs: null } : undefined;
  const incoming = {
    kind: 'observation',
    streamUUID: 'room',
    source: 'home/fall',
    values: { fall: after },
    at: null,
    notification: true,
    interpret,
    ...(isRetained && { isRetained }),
  } as const;
  const observed = { before: new Map([['fall', before]]), after: new Map([['fall', after]]) };
  return ingest(state, incoming, ingestRulesOf('other'), receivedAt, observed);
}

test('a repeated value of a fall continues the fall without a new row in the report log', () => {
  const fallen = observe(fresh, 'off', 'on');
  expect(fallen).toMatchObject({ log: [{ status: fall, effect: 'applied', begins: true }] });
  expect(fallen.repeated).toBeUndefined();
  expect(observe(fallen.state, 'on', 'on', now + 30_000)).toMatchObject({ log: [], repeated: fall });
});

test('a retained value and a value of another status do not end a fall', () => {
  const { state } = observe(fresh, 'off', 'on');
  expect(observe(state, 'on', 'on', now + 30_000, true).repeated).toBeUndefined();
  expect(observe(observe(state, 'on', 'off').state, 'off', 'off', now + 60_000).repeated).toBeUndefined();
});

test('a fall that the card already shows counts as a new event within the dedupe window', () => {
  const { state } = observe(fresh, 'off', 'on');
  expect(observe(state, 'off', 'on', now + 1_000)).toMatchObject({ log: [{ effect: 'applied', begins: true }] });
});

test('a fall in a sensor value that arrives after a newer value counts as a late report, with its time of receipt', () => {
  const { state } = observe(fresh, 'on', 'off', now + 1_000);
  const observed = { before: new Map(), after: new Map(), late: new Map([['fall', 'on']]) };
  const incoming = { kind: 'observation', streamUUID: 'room', values: {}, at: null, notification: true } as const;
  const interpret = (values: ReadonlyMap<string, string>) =>
    values.get('fall') === 'on' ? { status: fall, debounceMs: null } : undefined;
  const { log } = ingest(state, { ...incoming, interpret }, ingestRulesOf('other'), now, observed);
  expect(log).toMatchObject([{ status: fall, at: now, effect: 'late', begins: true }]);
});
