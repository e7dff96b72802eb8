import { expect, test } from 'vitest';
import { ChainJson } from '../../../contract/rules/chain.ts';
import type { PlaceRules } from '../../../contract/rules/place-rules.ts';
import type { RulesState } from '../edit-rules.ts';
import {
  chainInForce,
  nextStep,
  offeredTargets,
  offeredTimesOf,
  placeOfChain,
  reachOf,
  setChain,
} from './edit-chain.ts';

const desk = { uuid: '00000009-0000-4000-8000-000000000001', displayName: 'Front desk' };
const deskTarget = `contact:${desk.uuid}` as const;
const late: ChainJson = [{ after: 300, notify: 'ward' }];

function ward(rules: PlaceRules, ofLocation: PlaceRules, contacts = [desk]): RulesState {
  const location = { level: 'location', uuid: desk.uuid, displayName: 'Harbour House', rules: ofLocation } as const;
  const place = { level: 'ward', uuid: desk.uuid, displayName: 'Ward X', type: null, version: '1' } as const;
  return { ...place, rules, above: [location], contacts, below: { count: 0, first: [] } };
}

test('a ward shows its own chain, otherwise that of its location, otherwise the default, in order of time', () => {
  const own: ChainJson = [
    { after: 60, notify: 'contacts' },
    { after: 0, notify: 'ward' },
  ];
  const state = ward({ chain: own }, { chain: late });
  expect(chainInForce(state, state.rules)).toEqual(own.toReversed());
  expect(chainInForce(state, {})).toEqual(late);
  expect(placeOfChain(state)).toBe('Harbour House');
  expect(chainInForce(ward({}, {}), {}).map(({ after, notify }) => [after, notify])).toEqual([
    [30, 'ward'],
    [60, 'location'],
    [120, 'contacts'],
  ]);
});

test('saving a chain keeps the other rules, and stores nothing for the chain of the location', () => {
  const state = ward({ dedupeWindowSeconds: 5, chain: [{ after: 0, notify: 'location' }] }, { chain: late });
  expect(setChain(state, late)).toEqual({ dedupeWindowSeconds: 5 });
  expect(setChain(state, [{ after: 60, notify: 'ward' }])).toEqual({
    dedupeWindowSeconds: 5,
    chain: [{ after: 60, notify: 'ward' }],
  });
});

test('a chain without people on duty reaches nobody when its contacts are removed', () => {
  const chain: ChainJson = [
    { after: 0, notify: deskTarget },
    { after: 60, notify: 'contacts' },
  ];
  expect(reachOf(chain, [desk])).toBe('contacts');
  expect(reachOf(chain, [])).toBe('nobody');
  expect(reachOf([...chain, ...late], [])).toBe('on-duty');
});

test('the form adds steps that the server accepts, until there are six or nobody else to notify', () => {
  const contacts = [1, 2, 3, 4].map((number) => ({ ...desk, uuid: desk.uuid.replace(/1$/, String(number)) }));
  let chain: ChainJson = [{ after: 3_600, notify: 'ward' }];
  for (let next = nextStep(chain, contacts); next !== undefined; next = nextStep(chain, contacts))
    chain = [...chain, next];
  expect(ChainJson.parse(chain)).toHaveLength(6);
  expect(nextStep(late, [])).toEqual({ after: 600, notify: 'location' });
  expect(nextStep(late.concat({ after: 1, notify: 'location' }, { after: 2, notify: 'contacts' }), [])).toBeUndefined();
});

test('the form keeps a removed contact and a time from a home file until somebody changes them', () => {
  const chain: ChainJson = [{ after: 75, notify: deskTarget }, ...late];
  expect(offeredTargets(chain, deskTarget, [])).toEqual(['location', 'contacts', deskTarget]);
  expect(offeredTimesOf({ after: 75, notify: 'ward' })).toEqual(expect.arrayContaining([60, 75, 90]));
});
