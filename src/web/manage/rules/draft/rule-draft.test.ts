import { expect, it } from 'vitest';
import type { PlaceRules } from '../../../../contract/place-rules.ts';
import {
  deviceEditOf,
  type Edits,
  effectiveOf,
  noEdits,
  type RulesScope,
  type RulesState,
  statusEditOf,
} from './rule-draft.ts';
import { applyEdits } from './apply-edits.ts';
import { faultOfStatus } from './rule-faults.ts';

const uuid = '00000003-0000-4000-8000-000000000001';

function ward(rules: PlaceRules, ofLocation: PlaceRules = {}): RulesState {
  const location = { level: 'location', uuid, displayName: 'Harbour House', rules: ofLocation } as const;
  const place = { level: 'ward', uuid, displayName: 'Ward X', type: null, version: '1', roomCount: 1 } as const;
  return { ...place, rules, above: [location], below: { count: 0, first: [] } };
}

const scopeOf = (rules: PlaceRules, ofLocation?: PlaceRules): RulesScope => ({
  state: ward(rules, ofLocation),
  type: undefined,
});
const editOf = (scope: RulesScope, status: 'in_bathroom' | 'out_of_bed' | 'man_down') =>
  statusEditOf(status, effectiveOf(scope, scope.state.rules));

const longBathroom: PlaceRules = {
  alerts: { in_bathroom: { priority: 'medium', after: 1200, between: '21:00-06:00' } },
};

it('a sentence of the bathroom becomes a rule with minutes, times and priority', () => {
  const scope = scopeOf({});
  const bathroom = {
    ...editOf(scope, 'in_bathroom'),
    effect: 'medium',
    minutes: '20',
    from: '21:00',
    to: '06:00',
  } as const;
  expect(applyEdits(scope, { statuses: { in_bathroom: bathroom } })).toEqual(longBathroom);
});

it('a stored rule is the same sentence again', () => {
  expect(editOf(scopeOf(longBathroom), 'in_bathroom')).toEqual({
    effect: 'medium',
    minutes: '20',
    from: '21:00',
    to: '06:00',
    latches: false,
    holdSeconds: '0',
  });
});

it('without an edit the rules stay as they are', () => {
  const rules: PlaceRules = { ...longBathroom, silentAfter: null, types: { radar: { repeatWithin: 5 } } };
  expect(applyEdits(scopeOf(rules), noEdits)).toEqual(rules);
});

it('an edit that says the same as the place above is no rule of its own', () => {
  const scope = scopeOf({ alerts: { in_bathroom: false } }, longBathroom);
  const above = statusEditOf('in_bathroom', effectiveOf(scope, undefined));
  expect(applyEdits(scope, { statuses: { in_bathroom: above } })).toEqual({});
});

it('a removed rule lets the place above decide again', () => {
  const scope = scopeOf({ alerts: { in_bathroom: false, out_of_bed: false } }, longBathroom);
  const rules = applyEdits(scope, { statuses: { in_bathroom: 'inherited' } });
  expect(rules).toEqual({ alerts: { out_of_bed: false } });
  expect(effectiveOf(scope, rules).alertRule('in_bathroom')).toMatchObject({ afterMs: 1_200_000 });
});

it('rules for one kind of device are kept apart from those for all', () => {
  const scope: RulesScope = { state: ward(longBathroom), type: 'bed-sensor' };
  const fall = { ...editOf(scope, 'man_down'), effect: 'none' } as const;
  const rules = applyEdits(scope, { statuses: { man_down: fall } });
  expect(rules).toEqual({ ...longBathroom, types: { 'bed-sensor': { alerts: { man_down: false } } } });
  expect(effectiveOf({ ...scope, type: undefined }, rules).alertRule('man_down')).toMatchObject({ priority: 'high' });
  expect(effectiveOf(scope, rules).alertRule('man_down')).toBeUndefined();
});

it('seconds with a comma and devices that are never offline are stored as the API expects', () => {
  const scope = scopeOf({});
  const devices = { ...deviceEditOf(effectiveOf(scope, {})), isNeverOffline: true, repeatSeconds: '2,5' };
  const bed = { ...editOf(scope, 'out_of_bed'), holdSeconds: '1,5' };
  const edits: Edits = { statuses: { out_of_bed: bed }, devices };
  expect(applyEdits(scope, edits)).toEqual({ silentAfter: null, repeatWithin: 2.5, holdOff: { out_of_bed: 1.5 } });
});

it.each([
  [{ minutes: '' }, 'minutes'],
  [{ minutes: '1441' }, 'minutes'],
  [{ minutes: 'abc' }, 'minutes'],
  [{ from: '21:00', to: '' }, 'time'],
  [{ from: '21:00', to: '21:00' }, 'time'],
  [{ holdSeconds: '301' }, 'holdSeconds'],
])('the wrong input %j names its field and nothing can be saved', (wrong, field) => {
  const scope = scopeOf({});
  const edit = { ...editOf(scope, 'out_of_bed'), ...wrong };
  expect(faultOfStatus(edit)?.field).toBe(field);
  expect(applyEdits(scope, { statuses: { out_of_bed: edit } })).toBeUndefined();
});
