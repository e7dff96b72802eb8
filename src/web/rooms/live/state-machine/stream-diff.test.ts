import { expect, test } from 'vitest';
import { testStream as room } from '../../../../../tests/support/test-stream.ts';
import { diffStreams } from './stream-diff.ts';

const before = [room('a'), room('b')];
const notified = { lastNotification: 1, lastNotificationSent: '2026-01-15T03:12:00.000Z' };

test('[LIVE-2] an update plays a sound unless it is marked as quiet', () => {
  const a = room('a', { roomStatus: 6, revision: 2 });
  const after = [a, room('b')];
  expect(diffStreams({ before, after, updates: [a] })).toEqual({ changed: [a], isQuiet: false });
  expect(diffStreams({ before, after, updates: [{ ...a, quiet: true }] })).toEqual({ changed: [a], isQuiet: true });
});

test('a quiet update and a notification that arrive together play a sound', () => {
  const a = room('a', { roomStatus: 6, revision: 2 });
  const b = room('b', { ...notified, revision: 2 });
  expect(diffStreams({ before, after: [a, b], updates: [{ ...a, quiet: true }, b] }).isQuiet).toBe(false);
});

test('a change that arrives with the room list plays a sound only if it contains a new notification', () => {
  const changed = room('a', { roomStatus: 6, revision: 4 });
  const missed = room('b', { ...notified, revision: 9 });
  expect(diffStreams({ before, after: [changed, room('b')], updates: [] })).toEqual({
    changed: [changed],
    isQuiet: true,
  });
  expect(diffStreams({ before, after: [room('a'), missed], updates: [] })).toEqual({
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
  expect(diffStreams({ before: old, after: fallen, updates: [] })).toEqual({ changed: fallen, isQuiet: false });
  expect(diffStreams({ before: old, after: old, updates: [] }).changed).toEqual([]);
});
