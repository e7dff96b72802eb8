import { expect, test } from 'vitest';
import { reportedLossOf } from './loss-state.ts';

const now = 60_000;

test.each([
  ['a live board', 'signed-in', { kind: 'live' }, undefined],
  ['a board that fetches its rooms every 15 s', 'signed-in', { kind: 'polled' }, undefined],
  ['a delayed connection', 'signed-in', { kind: 'delayed', since: 1 }, { since: 1 }],
  ['a lost connection', 'signed-in', { kind: 'lost', since: 1 }, { since: 1 }],
  [
    'a lost connection to a server that is down',
    'signed-in',
    { kind: 'lost', since: 1, downSince: 2 },
    { since: 1, downSince: 2 },
  ],
  ['a page without rooms, as after a crash', 'signed-in', { kind: 'none' }, { since: now }],
  ['a page that is loading', 'signed-in', { kind: 'connecting' }, { since: now }],
  ['a login that is being completed', 'pending', { kind: 'none' }, { since: now }],
  ['a session that has ended', 'ended', { kind: 'live' }, { since: now, downSince: now }],
] as const)('whether a board is not current, and since when, follows from %s', (_, session, connection, loss) => {
  expect(reportedLossOf(session, connection, now)).toEqual(loss);
});
