import { expect, test } from 'vitest';
import { testStream as room } from '../../../tests/support/test-stream.ts';
import { testAlert } from '../../../tests/support/test-alert.ts';
import { diffStreams } from './stream-diff.ts';

const before = [room('a'), room('b')];
const notified = { lastNotification: 1, lastNotificationSent: '2026-01-15T03:12:00.000Z' };

test('[LIVE-2] a change plays a sound only if it contains a new notification', () => {
  const quiet = room('a', { roomStatus: 6, revision: 4 });
  const missed = room('b', { ...notified, revision: 9 });
  expect(diffStreams(before, [quiet, room('b')])).toMatchObject({ changed: [quiet], notified: [] });
  expect(diffStreams(before, [quiet, missed])).toMatchObject({ changed: [quiet, missed], notified: [missed] });
  const again = room('b', { lastNotificationSent: '2026-01-15T03:12:00.000Z', revision: 9 });
  expect(diffStreams(before, [room('a'), again]).notified, 'the same status again').toEqual([again]);
});

test('an inactive room and a new room do not count as changed', () => {
  const inactive = room('a', { status: 'INACTIVE', revision: 2 });
  expect(diffStreams(before, [inactive, room('c')]).changed).toEqual([]);
});

test('[LIVE-2] a room of the first list counts as changed if its notification arrived before the list', () => {
  const [known, inactive] = [room('a', notified), room('c', { status: 'INACTIVE' })];
  const diff = diffStreams([], [known, room('b'), inactive], new Set(['a', 'c']));
  expect(diff).toMatchObject({ changed: [known], notified: [known], alertChanges: [] });
  expect(diffStreams([known], [known], new Set(['a'])).notified).toEqual([]);
});

test('[LIVE-2] without revisions each room with another state is notified, and one with an equal state has not changed', () => {
  const old = [{ ...room('a'), revision: undefined }];
  const bathroom = [{ ...room('a', { roomStatus: 6 }), revision: undefined }];
  expect(diffStreams(old, bathroom)).toMatchObject({ changed: bathroom, notified: bathroom });
  expect(diffStreams(old, [{ ...room('a'), revision: undefined }]).changed).toEqual([]);
});

test('an alert counts as changed when it is new, answered, raised again or ended; a change of alerts alone plays no sound', () => {
  const acknowledged = testAlert('x', { state: 'acknowledged', since: '2026-01-15T03:11:50.000Z' });
  const again = testAlert('x', { since: '2026-01-15T03:14:50.000Z', raisedAgainCount: 1 });
  const steps = [[], [testAlert('x')], [acknowledged], [again], [again, testAlert('y')], [testAlert('y')]];
  const rooms = steps.map((alerts, alertRevision) => [room('a', { alerts, alertRevision }), room('b')]);
  const diffs = rooms.slice(1).map((after, index) => diffStreams(rooms[index] ?? [], after));
  expect(diffs.map(({ alertChanges }) => alertChanges.map(({ alert }) => alert))).toEqual([
    [testAlert('x')],
    [acknowledged],
    [again],
    [testAlert('y')],
    [{ ...again, state: 'resolved' }],
  ]);
  expect(diffs.every(({ notified: { length } }) => length === 0)).toBe(true);
});

test('the alerts of an inactive room count as changed, and those of a new room do not', () => {
  const alerts = [testAlert('x')];
  const after = [room('a', { status: 'INACTIVE', alerts }), room('c', { alerts })];
  const { alertChanges } = diffStreams(before, after);
  expect(alertChanges.map(({ room: { uuid } }) => uuid)).toEqual(['a']);
});

test('a pause counts as changed when it begins and when it ends', () => {
  const by = { kind: 'user', subject: 's', displayName: 'Anna' } as const;
  const pause = { by, since: '2026-01-15T03:12:00.000Z', until: '2026-01-15T03:42:00.000Z' };
  const steps = [room('a'), room('a', { pause }), room('a', { pause, roomStatus: 5 }), room('a')];
  const diffs = steps.slice(1).map((after, index) => {
    const previous = steps[index];
    return diffStreams(previous === undefined ? [] : [previous], [after]);
  });
  expect(diffs.map(({ pauseChanges }) => pauseChanges)).toEqual([[steps[1]], [], [steps[3]]]);
});
