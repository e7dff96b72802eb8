import { expect, test } from 'vitest';
import { testStream as room } from '../../../../../tests/support/test-stream.ts';
import { testAlert } from '../../../../../tests/support/test-alert.ts';
import { diffStreams } from './stream-diff.ts';

const before = [room('a'), room('b')];
const notified = { lastNotification: 1, lastNotificationSent: '2026-01-15T03:12:00.000Z' };

test('[LIVE-2] an update plays a sound unless it is marked as quiet', () => {
  const a = room('a', { roomStatus: 6, revision: 2 });
  const after = [a, room('b')];
  expect(diffStreams({ before, after, updates: [a] })).toMatchObject({ changed: [a], isQuiet: false });
  expect(diffStreams({ before, after, updates: [{ ...a, quiet: true }] })).toMatchObject({
    changed: [a],
    isQuiet: true,
  });
});

test('a quiet update and a notification that arrive together play a sound', () => {
  const a = room('a', { roomStatus: 6, revision: 2 });
  const b = room('b', { ...notified, revision: 2 });
  expect(diffStreams({ before, after: [a, b], updates: [{ ...a, quiet: true }, b] }).isQuiet).toBe(false);
});

test('a change that arrives with the room list plays a sound only if it contains a new notification', () => {
  const changed = room('a', { roomStatus: 6, revision: 4 });
  const missed = room('b', { ...notified, revision: 9 });
  expect(diffStreams({ before, after: [changed, room('b')], updates: [] })).toMatchObject({
    changed: [changed],
    isQuiet: true,
  });
  expect(diffStreams({ before, after: [room('a'), missed], updates: [] })).toMatchObject({
    changed: [missed],
    isQuiet: false,
  });
  const again = room('b', { lastNotificationSent: '2026-01-15T03:12:00.000Z', revision: 9 });
  expect(diffStreams({ before, after: [room('a'), again], updates: [] }).isQuiet, 'the same status again').toBe(false);
  const updates = [{ ...missed, quiet: true as const }];
  expect(diffStreams({ before, after: [room('a'), missed], updates }).isQuiet).toBe(false);
});

test('in the first room list only rooms that have a live update count as changed', () => {
  const a = room('a', { ...notified, revision: 2 });
  const all = [a, room('b')];
  expect(diffStreams({ before: all, after: all, updates: [a], isFirst: true }).changed).toEqual([a]);
  expect(diffStreams({ before: all, after: all, updates: [a] }).changed).toEqual([]);
});

test('an inactive room and a new room do not count as changed', () => {
  const inactive = room('a', { status: 'INACTIVE', revision: 2 });
  expect(diffStreams({ before, after: [inactive, room('c')], updates: [inactive] }).changed).toEqual([]);
});

test('[LIVE-2] without revisions a room with another state counts as changed, and one with an equal state does not', () => {
  const old = [{ ...room('a'), revision: undefined }];
  const fallen = [{ ...room('a', notified), revision: undefined }];
  expect(diffStreams({ before: old, after: fallen, updates: [] })).toMatchObject({ changed: fallen, isQuiet: false });
  expect(diffStreams({ before: old, after: old, updates: [] }).changed).toEqual([]);
});

test('an alert counts as changed when it is new, answered, raised again or ended; a change of alerts alone plays no sound', () => {
  const acknowledged = testAlert('x', { state: 'acknowledged', since: '2026-01-15T03:11:50.000Z' });
  const again = testAlert('x', { since: '2026-01-15T03:14:50.000Z', raisedAgainCount: 1 });
  const steps = [[], [testAlert('x')], [acknowledged], [again], [again, testAlert('y')], [testAlert('y')]];
  const rooms = steps.map((alerts, alertRevision) => [room('a', { alerts, alertRevision }), room('b')]);
  const diffs = rooms.slice(1).map((after, index) => diffStreams({ before: rooms[index] ?? [], after, updates: [] }));
  expect(diffs.map(({ alertChanges }) => alertChanges.map(({ alert }) => alert))).toEqual([
    [testAlert('x')],
    [acknowledged],
    [again],
    [testAlert('y')],
    [{ ...again, state: 'resolved' }],
  ]);
  expect(diffs.every(({ changed, isQuiet }) => changed.length === 0 && isQuiet)).toBe(true);
});

test('the alerts of an inactive room count as changed, and those of a new room do not', () => {
  const alerts = [testAlert('x')];
  const after = [room('a', { status: 'INACTIVE', alerts }), room('c', { alerts })];
  const { alertChanges } = diffStreams({ before, after, updates: [] });
  expect(alertChanges.map(({ room: { uuid } }) => uuid)).toEqual(['a']);
});

test('a pause counts as changed when it begins and when it ends', () => {
  const by = { kind: 'user', subject: 's', displayName: 'Anna' } as const;
  const pause = { by, since: '2026-01-15T03:12:00.000Z', until: '2026-01-15T03:42:00.000Z' };
  const steps = [room('a'), room('a', { pause }), room('a', { pause, roomStatus: 5 }), room('a')];
  const diffs = steps.slice(1).map((after, index) => {
    const previous = steps[index];
    return diffStreams({ before: previous === undefined ? [] : [previous], after: [after], updates: [] });
  });
  expect(diffs.map(({ pauseChanges }) => pauseChanges)).toEqual([[steps[1]], [], [steps[3]]]);
});
