import { expect, it } from 'vitest';
import { connectionStateOf, hasLargeNotice, type LiveBoard } from './live-board.ts';

const live: LiveBoard = {
  phase: 'loaded',
  streams: [],
  skippedCount: 0,
  staleSince: undefined,
  link: 'live',
  linkSince: 5_000,
  listFailureCount: 0,
  serverDownSince: undefined,
};
const opening: LiveBoard = { ...live, phase: 'loading', streams: undefined, link: 'connecting' };

it.each([
  ['is live when the live connection is open and the rooms are not stale', live, { kind: 'live' }],
  ['is connecting while the rooms are loading', opening, { kind: 'connecting' }],
  [
    'is connecting while cached rooms are shown',
    { ...live, phase: 'connecting', staleSince: 1 },
    { kind: 'connecting' },
  ],
  ['is delayed when the live connection is delayed', { ...live, link: 'delayed' }, { kind: 'delayed', since: 5_000 }],
  ['is lost when the live connection is lost', { ...opening, link: 'lost' }, { kind: 'lost', since: 5_000 }],
  ['is lost when the room list cannot be fetched', { ...opening, listFailureCount: 1 }, { kind: 'lost', since: 5_000 }],
  [
    'is lost, with the time since which the server is down',
    { ...live, link: 'lost', staleSince: 3_000, serverDownSince: 4_000 },
    { kind: 'lost', since: 3_000, downSince: 4_000 },
  ],
] as const)('[LIVE-3] the connection in the top bar of a board %s', (_, board, connection) => {
  expect(connectionStateOf(board)).toEqual(connection);
});

it.each(['connecting', 'live', 'delayed', 'lost'] as const)(
  '[LIVE-3] the top bar shows a lost connection while the rooms are stale, even when the connection is %s',
  (link) => {
    for (const phase of ['loading', 'loaded'] as const) {
      const board: LiveBoard = { ...live, phase, link, staleSince: 3_000 };
      expect(connectionStateOf(board)).toEqual({ kind: 'lost', since: 3_000 });
      expect(hasLargeNotice(board)).toBe(true);
    }
  },
);

it('[WARD-1] a board without rooms shows no warning while it loads, not even after one failed request for the room list', () => {
  expect(hasLargeNotice(opening)).toBe(false);
  expect(hasLargeNotice({ ...opening, listFailureCount: 1 })).toBe(false);
});

it('[WARD-1] a board without rooms shows a warning when the live connection is lost or the room list keeps failing', () => {
  expect(hasLargeNotice({ ...opening, link: 'lost' })).toBe(true);
  expect(hasLargeNotice({ ...opening, listFailureCount: 2 })).toBe(true);
});
