import { expect, test } from 'vitest';
import { localClockOf } from '../local-time/local-clock.ts';
import { alertRulesOfStream, IngestRulesJson } from '../../contract/rules/ingest-rules.ts';
import { alertRuleOf, raiseTimeOf } from './alert-rules.ts';

const clock = (epochMs: number) => Math.floor(epochMs / 60_000) % 1_440;
const at = (time: string) => Date.parse(`2026-03-01T${time}:00Z`);
const day = 86_400_000;
const rulesOf = (alerts: object) => alertRulesOfStream(JSON.stringify({ alerts }));

test('an alert rule of a room replaces the default of its status, and `false` switches the alert off', () => {
  const rules = rulesOf({ in_bathroom: { after: 1_200 }, out_of_bed: false, person_visible: { priority: 'high' } });
  expect(alertRuleOf(6, rules)).toEqual({ priority: 'medium', latches: false, afterMs: 1_200_000, between: null });
  expect(alertRuleOf(3, rules)).toBeUndefined();
  expect(alertRuleOf(8, rules)).toMatchObject({ priority: 'high', latches: true });
  expect(alertRuleOf(1, rules)).toMatchObject({ priority: 'high', latches: true, afterMs: 0 });
  expect(alertRuleOf(6, {})).toBeUndefined();
});

test('a rule can make an alert of medium priority stay open until a user resolves it', () => {
  expect(alertRuleOf(3, rulesOf({ out_of_bed: { latches: true } }))).toMatchObject({
    priority: 'medium',
    latches: true,
  });
  const isAccepted = (alerts: object) => IngestRulesJson.safeParse({ alerts }).success;
  expect(isAccepted({ man_down: { priority: 'medium', latches: false } })).toBe(true);
  expect(isAccepted({ man_down: { latches: false } })).toBe(false);
  expect(isAccepted({ camera_unreachable: { latches: true } })).toBe(false);
});

test('an alert rule cannot give an unreachable camera another priority than technical', () => {
  expect(alertRuleOf(12, rulesOf({ camera_unreachable: { after: 60 } }))).toMatchObject({ priority: 'technical' });
});

test.each([
  ['without a time of day: when the status has lasted long enough', { after: 1_200 }, '15:00', at('15:20')],
  ['at night', { after: 1_200, between: '21:00-06:00' }, '23:50', at('00:10') + day],
  ['in the evening, for a status of the afternoon', { after: 1_200, between: '21:00-06:00' }, '15:00', at('21:00')],
  ['in the next evening, for the end of the night', { after: 1_200, between: '21:00-06:00' }, '05:45', at('21:00')],
  ['at once, for an event of the night', { between: '21:00-06:00' }, '05:59', at('05:59')],
  ['never, for an event of the day', { between: '21:00-06:00' }, '06:00', undefined],
  ['never, for an event outside a time within one day', { between: '12:00-14:00' }, '14:00', undefined],
])('an alert rule raises its alert %s', (_what, rule, startedAt, expected) => {
  const found = alertRuleOf(6, rulesOf({ in_bathroom: rule }));
  expect(found && raiseTimeOf(found, at(startedAt), clock)).toBe(expected);
});

test('in the night of a clock change a rule with hours follows the clock of the location', () => {
  const rule = alertRuleOf(6, rulesOf({ in_bathroom: { after: 1_200, between: '06:00-21:00' } }));
  const raisedAt = (zone: string, startedAt: string) =>
    rule && new Date(raiseTimeOf(rule, Date.parse(startedAt), localClockOf(zone)) ?? 0).toISOString();
  expect(raisedAt('Europe/Brussels', '2026-03-28T22:00:00Z')).toBe('2026-03-29T04:00:00.000Z');
  expect(raisedAt('Europe/Brussels', '2026-10-24T21:00:00Z')).toBe('2026-10-25T05:00:00.000Z');
  expect(raisedAt('America/New_York', '2026-03-08T03:00:00Z')).toBe('2026-03-08T10:00:00.000Z');
  expect(raisedAt('America/New_York', '2026-11-01T03:00:00Z')).toBe('2026-11-01T11:00:00.000Z');
});

test.each(['21:00', '24:00-06:00', '21:00-21:00', '9:00-10:00', 'night'])(
  'an alert rule with the time of day %j is refused with a reason for that field',
  (between) => {
    const { error } = IngestRulesJson.safeParse({ alerts: { in_bathroom: { between } } });
    expect(error?.issues).toMatchObject([{ path: ['alerts', 'in_bathroom', 'between'], message: 'day-time' }]);
  },
);
