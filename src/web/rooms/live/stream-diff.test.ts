import { expect, test } from 'vitest';
import type { Stream } from '../../../domain/stream.ts';
import { diffStreams } from './stream-diff.ts';

const room = (uuid: string, change: Partial<Stream> = {}): Stream => ({
  uuid,
  displayName: uuid,
  wardUUID: 'ward',
  type: 'camera',
  status: 'ACTIVE',
  roomStatus: 5,
  lastNotification: 3,
  lastNotificationSent: '2026-01-15T03:11:38.000Z',
  revision: 1,
  ...change,
});
const baseline = [room('a'), room('b')];
const told = { lastNotification: 1, lastNotificationSent: '2026-01-15T03:12:00.000Z' };

test('[LIVE-2] an update that says nothing of being quiet is heard, whatever it changes', () => {
  const a = room('a', { roomStatus: 6, revision: 2 });
  expect(diffStreams({ streams: [a, room('b')], baseline, live: [a] })).toEqual({ news: [a], isQuiet: false });
});

test('a quiet one is not, unless another in the list is to be heard', () => {
  const a = room('a', { roomStatus: 6, revision: 2 });
  const b = room('b', { ...told, revision: 2 });
  const quiet = { ...a, quiet: true } as const;
  expect(diffStreams({ streams: [a, room('b')], baseline, live: [quiet] }).isQuiet).toBe(true);
  expect(diffStreams({ streams: [a, b], baseline, live: [quiet, b] }).isQuiet).toBe(false);
});

test('what was told while the connection was away is heard, what merely changed is not', () => {
  const changed = room('a', { roomStatus: 6, revision: 4 });
  const missed = room('b', { ...told, revision: 9 });
  expect(diffStreams({ streams: [changed, room('b')], baseline, live: [] })).toEqual({
    news: [changed],
    isQuiet: true,
  });
  expect(diffStreams({ streams: [room('a'), missed], baseline, live: [] })).toEqual({ news: [missed], isQuiet: false });
  const quietAfter = { ...missed, quiet: true } as const;
  expect(diffStreams({ streams: [room('a'), missed], baseline, live: [quietAfter] }).isQuiet).toBe(false);
});

test('in a first list only what came live is news', () => {
  const a = room('a', { ...told, revision: 2 });
  expect(diffStreams({ streams: [a, room('b')], baseline: [a, room('b')], live: [a], isFirst: true }).news).toEqual([
    a,
  ]);
  expect(diffStreams({ streams: [a, room('b')], baseline: [a, room('b')], live: [], isFirst: true }).news).toEqual([]);
});
