import { expect, test } from 'vitest';
import { testAlert } from '../../../tests/support/test-alert.ts';
import { testStream } from '../../../tests/support/test-stream.ts';
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import { alertOfRoom, selectAlertsToAnswer, isUnmonitored, nextActionOf, withNewerAlerts } from './open-alerts.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 2, 14, second)).toISOString();
const room = (uuid: string, ...alerts: ShownAlert[]) => testStream(uuid, { alerts });
const uuidsOf = (...rooms: Parameters<typeof selectAlertsToAnswer>[0]) =>
  selectAlertsToAnswer(rooms).map(({ room: { uuid }, alert }) => `${uuid} ${alert.uuid}`);

test('unanswered alerts come before answered ones, then high before medium priority, then the oldest first', () => {
  const oldest = testAlert('oldest', { startedAt: at(1) });
  const newer = testAlert('newer', { startedAt: at(2) });
  const medium = testAlert('medium', { startedAt: at(0), priority: 'medium', status: 3 });
  const answered = testAlert('answered', { startedAt: at(0), state: 'acknowledged' });
  const attended = testAlert('attended', { startedAt: at(3), state: 'attended' });
  expect(uuidsOf(room('a', attended, newer), room('b', answered, medium), room('c', oldest))).toEqual([
    'c oldest',
    'a newer',
    'b medium',
    'b answered',
    'a attended',
  ]);
});

test('technical and resolved alerts need no answer, and a technical one marks its room as not monitored', () => {
  const technical = testAlert('x', { priority: 'technical', status: 7 });
  const resolved = testAlert('y', { state: 'resolved' });
  expect(uuidsOf(room('a', technical, resolved), testStream('b'))).toEqual([]);
  expect(isUnmonitored(room('a', technical))).toBe(true);
  expect(isUnmonitored(room('a', testAlert('z')))).toBe(false);
});

test('a room whose alerts are paused is monitored, because a fall still alerts', () => {
  const pause = { by: { kind: 'server' }, since: at(0), until: at(30) } as const;
  expect(isUnmonitored(testStream('a', { pause }))).toBe(false);
});

test('an alert that this board has just acknowledged keeps its place among the unanswered ones', () => {
  const first = testAlert('first', { startedAt: at(1), state: 'acknowledged' });
  const rooms = [room('a', first), room('b', testAlert('second', { startedAt: at(2) }))];
  const order = (held: readonly string[]) => selectAlertsToAnswer(rooms, new Set(held)).map(({ alert }) => alert.uuid);
  expect(order([])).toEqual(['second', 'first']);
  expect(order(['first'])).toEqual(['first', 'second']);
});

test('the card of a room shows an unanswered medium alert before an answered high one', () => {
  const medium = testAlert('medium', { priority: 'medium', status: 3 });
  expect(alertOfRoom(room('a', testAlert('fall', { state: 'acknowledged' }), medium))).toBe(medium);
  expect(alertOfRoom(testStream('a'))).toBeUndefined();
});

test('a drill comes after all real alerts, and the card of a room shows its real alert', () => {
  const drill = testAlert('drill', { isTest: true, startedAt: at(0) });
  const fall = testAlert('fall', { startedAt: at(1), state: 'acknowledged' });
  const medium = testAlert('medium', { startedAt: at(2), priority: 'medium', status: 3 });
  expect(uuidsOf(room('a', drill, fall), room('b', medium))).toEqual(['b medium', 'a fall', 'a drill']);
  expect(alertOfRoom(room('a', drill, fall))).toBe(fall);
});

test('the next steps of an alert are "on my way", "I am here" and "done", and a resolved alert has none', () => {
  const states = ['raised', 'acknowledged', 'attended', 'resolved'] as const;
  expect(states.map((state) => nextActionOf(testAlert('x', { state })))).toEqual([
    'acknowledge',
    'attend',
    'resolve',
    undefined,
  ]);
});

test('the state of an alert in a response of the server replaces an older state, and never a newer one', () => {
  const raised = testAlert('x', { since: at(1) });
  const acknowledged = testAlert('x', { since: at(2), state: 'acknowledged' });
  const again = testAlert('x', { since: at(3), raisedAgainCount: 1 });
  const newer = new Map([['x', acknowledged]]);
  const other = room('b', testAlert('y'));
  const [first, second] = withNewerAlerts([room('a', raised), other], newer);
  expect(first?.alerts).toEqual([acknowledged]);
  expect(second, 'other rooms are not rendered again').toBe(other);
  expect(withNewerAlerts([room('a', again)], newer)[0]?.alerts).toEqual([again]);
  const afterClockStep = testAlert('x', { since: at(0), raisedAgainCount: 1 });
  expect(withNewerAlerts([room('a', afterClockStep)], newer)[0]?.alerts).toEqual([afterClockStep]);
});
