import { expect, it } from 'vitest';
import type { PlaceRules } from '../../contract/rules/place-rules.ts';
import { alertRuleOf } from '../../domain/alerts/alert-rules.ts';
import {
  parseShifts,
  setShifts,
  rulesInEffect,
  areFieldsValid,
  type RulesState,
  statusFieldsOf,
  weakenedBy,
  setStatusRule,
} from './edit-rules.ts';

const uuid = '00000003-0000-4000-8000-000000000001';

function ward(rules: PlaceRules, ofLocation: PlaceRules = {}): RulesState {
  const location = { level: 'location', uuid, displayName: 'Harbour House', rules: ofLocation } as const;
  const place = { level: 'ward', uuid, displayName: 'Ward X', type: null, version: '1' } as const;
  return { ...place, rules, above: [location], contacts: [], below: { count: 0, first: [] } };
}

const fieldsOf = (state: RulesState, status: 'in_bathroom' | 'out_of_bed' | 'man_down') =>
  statusFieldsOf(state, state.rules, status);

const longBathroom: PlaceRules = {
  alerts: { in_bathroom: { priority: 'medium', after: 1200, between: '21:00-06:00' } },
};
const bathroom = { effect: 'medium', minutes: '20', from: '21:00', to: '06:00', latches: false } as const;

it('the form fields of a status become a rule with a delay, times of day and a priority', () => {
  const state = ward({});
  expect(setStatusRule(state, 'in_bathroom', { ...fieldsOf(state, 'in_bathroom'), ...bathroom })).toEqual(longBathroom);
});

it('a stored rule fills the form fields with the values from which it was made', () => {
  expect(fieldsOf(ward(longBathroom), 'in_bathroom')).toEqual({ ...bathroom, debounceSeconds: '0' });
});

it('saving the form of a status without edits keeps all rules of the place, also those that the form does not show', () => {
  const rules: PlaceRules = {
    ...longBathroom,
    offlineAfterSeconds: null,
    types: { radar: { dedupeWindowSeconds: 5 } },
  };
  const state = ward(rules);
  for (const status of ['in_bathroom', 'out_of_bed'] as const) {
    expect(setStatusRule(state, status, fieldsOf(state, status))).toEqual(rules);
  }
});

it('a rule that equals the rule of the place above is not stored as an own rule of the place', () => {
  const state = ward({ alerts: { in_bathroom: false, out_of_bed: false } }, longBathroom);
  const rules = setStatusRule(state, 'in_bathroom', statusFieldsOf(state, {}, 'in_bathroom'));
  expect(rules).toEqual({ alerts: { out_of_bed: false } });
  expect(alertRuleOf(6, rulesInEffect(state, rules).alerts)).toMatchObject({ afterMs: 1_200_000 });
});

it('debounce seconds that are typed with a decimal comma are stored as a number', () => {
  const state = ward({});
  const bed = { ...fieldsOf(state, 'out_of_bed'), debounceSeconds: '1,5' };
  expect(setStatusRule(state, 'out_of_bed', bed)).toEqual({ debounceSeconds: { out_of_bed: 1.5 } });
});

it.each([
  [{ effect: 'none' }, 'off'],
  [{ effect: 'medium' }, 'limited'],
  [{ from: '21:00', to: '07:00' }, 'limited'],
  [{ minutes: '1' }, undefined],
  [{ minutes: '60' }, 'limited'],
  [{ debounceSeconds: '300' }, 'limited'],
] as const)('the change %j of the rule about falls weakens the alert: %s', (changed, weakened) => {
  const state = ward({});
  const draft = setStatusRule(state, 'man_down', { ...fieldsOf(state, 'man_down'), ...changed });
  expect(weakenedBy(state, 'man_down', draft)).toBe(weakened);
});

it.each([
  { minutes: '' },
  { minutes: '1441' },
  { minutes: 'abc' },
  { from: '21:00', to: '' },
  { from: '21:00', to: '21:00' },
  { debounceSeconds: '301' },
])('the form of a rule cannot be saved with the input %j', (wrong) => {
  expect(areFieldsValid({ ...fieldsOf(ward({}), 'out_of_bed'), effect: 'medium', ...wrong })).toBe(false);
});

it('the typed starts of shifts are put in order, and the default shifts are not stored', () => {
  expect(parseShifts(' 19:00,7:00; 13:30')).toEqual(['07:00', '13:30', '19:00']);
  const timeZone = 'Europe/Brussels';
  expect(setShifts({ timeZone }, ['07:00', '19:00'])).toEqual({ timeZone, shifts: ['07:00', '19:00'] });
  expect(setShifts({ timeZone, shifts: ['07:00'] }, ['07:00', '15:00', '23:00'])).toEqual({ timeZone });
});
