import { expect, test } from 'vitest';
import { testStream } from '../../../../../tests/support/test-stream.ts';
import type { Room, RoomAlerts, RoomUpdate } from '../../../../domain/room.ts';
import type { Connection, BoardEvent } from './board-events.ts';
import { testAlert } from '../../../../../tests/support/test-alert.ts';
import { cachedBoardOf, initialBoard, leftBoardOf, type BoardMachine, type BoardStep } from './board-machine.ts';
import { reduceBoard } from './board-reducer.ts';
import { connectionOf, isUnreliable } from './live-board.ts';

const stateOf = (revision: number) => ({
  roomStatus: revision,
  lastNotification: revision,
  lastNotificationSent: new Date(revision * 1_000).toISOString(),
  revision,
});
const room = (uuid: string, revision = 1): Room => testStream(uuid, stateOf(revision));
const update = (uuid: string, revision: number): RoomUpdate => ({ uuid, ...stateOf(revision) });

const opened = (now: number): BoardEvent => ({ type: 'opened', now });
const activity = (now: number): BoardEvent => ({ type: 'activity', now });
const list = (now: number, ...streams: Room[]): BoardEvent => ({
  type: 'list-received',
  list: { items: streams, skippedCount: 0 },
  now,
});
const updates = (...all: RoomUpdate[]): BoardEvent => ({ type: 'updates', changes: { updates: all, alerts: [] } });
const alerts = (...all: RoomAlerts[]): BoardEvent => ({ type: 'updates', changes: { updates: [], alerts: all } });
const fallOf = (streamUUID: string, alertRevision: number): RoomAlerts => ({
  streamUUID,
  alertRevision,
  alerts: [testAlert('fall')],
});
const delayed: BoardEvent = { type: 'delayed' };
const failed: BoardEvent = { type: 'failed', isFatal: false, isOrderly: false, isRefused: false, now: 5 };
const fatal: BoardEvent = { type: 'failed', isFatal: true, isOrderly: false, isRefused: false, now: 5 };
const ended: BoardEvent = { type: 'failed', isFatal: false, isOrderly: true, isRefused: false, now: 5 };
const graceExpired: BoardEvent = { type: 'grace-expired' };
const listFailed: BoardEvent = { type: 'list-failed', now: 5 };
const listOverdue: BoardEvent = { type: 'list-overdue' };

/** Runs the events one after the other. Returns the last state and the effects of the last event. */
function run(...events: readonly BoardEvent[]) {
  return continueFrom(initialBoard(undefined, 0), ...events);
}

function continueFrom(state: BoardMachine, ...events: readonly BoardEvent[]) {
  let step: BoardStep = { state, effects: [] };
  for (const event of events) step = reduceBoard(step.state, event);
  return {
    ...step,
    view: step.state.view,
    effectTypes: step.effects.map((effect) => (typeof effect === 'string' ? effect : 'announce')),
  };
}

const cached = { asOf: -100, streams: [room('a')] };
const loaded = [opened(1), list(2, room('a'))];

/** The events that lead to each connection state, with rooms loaded where that is possible. */
const pathTo: Readonly<Record<Connection, readonly BoardEvent[]>> = {
  connecting: [],
  open: loaded,
  delayed: [...loaded, delayed],
  interrupted: [...loaded, ended],
  resumed: [...loaded, ended, opened(3)],
  lost: [...loaded, failed],
};

test.each<[Connection, Partial<Record<string, Connection>>]>([
  ['connecting', { opened: 'open', failed: 'lost', fatal: 'lost', ended: 'lost' }],
  ['open', { delayed: 'delayed', failed: 'lost', fatal: 'lost', ended: 'interrupted' }],
  ['delayed', { activity: 'open', failed: 'lost', fatal: 'lost', ended: 'lost', opened: 'delayed' }],
  [
    'interrupted',
    {
      opened: 'resumed',
      failed: 'lost',
      fatal: 'lost',
      ended: 'lost',
      graceExpired: 'lost',
      listFailed: 'lost',
    },
  ],
  ['resumed', { failed: 'lost', fatal: 'lost', ended: 'lost', graceExpired: 'open', list: 'open', listFailed: 'open' }],
  ['lost', { opened: 'open' }],
])('in the connection state %s each event leads to the expected connection state', (connection, expected) => {
  const events: Record<string, BoardEvent> = {
    opened: opened(9),
    activity: activity(9),
    delayed,
    failed,
    fatal,
    ended,
    graceExpired,
    listFailed,
    list: list(9, room('a')),
    updates: updates(update('a', 2)),
  };
  const { state } = run(...pathTo[connection]);
  expect(state.connection).toBe(connection);
  for (const [name, event] of Object.entries(events)) {
    expect(reduceBoard(state, event).state.connection, name).toBe(expected[name] ?? connection);
  }
});

test('rooms are stale since the last stored report when the server cannot store reports, and are polled', () => {
  const outdated = {
    type: 'list-received',
    now: 9,
    list: { items: [room('a')], skippedCount: 0, outdatedSince: 4 },
  } as const;
  const { state, view, effectTypes } = run(...loaded, failed, outdated);
  expect(view).toMatchObject({ phase: 'loaded', staleSince: 4, link: 'lost', linkSince: 4 });
  expect(isUnreliable(view)).toBe(true);
  expect(effectTypes).toContain('poll-list');
  expect(run(failed, outdated).view).toMatchObject({ staleSince: 4, link: 'lost' });
  expect(continueFrom(state, list(20, room('a'))).view).toMatchObject({ staleSince: undefined, link: 'polled' });
  expect(continueFrom(state, opened(21), list(22, room('a'))).view).toMatchObject({
    staleSince: undefined,
    link: 'live',
  });
});

test('a new live connection fetches the room list and cancels a scheduled reload', () => {
  const { view, effectTypes } = run(failed, opened(5));
  expect(effectTypes).toEqual(['cancel-reload', 'fetch-list']);
  expect(view).toMatchObject({ phase: 'loading', link: 'live', linkSince: 5 });
});

test('[LIVE-2] live updates that arrive before the room list are merged into it and announced to staff', () => {
  const { view, effects } = run(opened(1), updates(update('b', 3)), list(2, room('a'), room('b', 2)));
  expect(view.streams).toEqual([room('a'), room('b', 3)]);
  expect(effects).toContainEqual({
    announce: { changed: [room('b', 3)], isQuiet: false, pauseChanges: [], alertChanges: [] },
  });
  const known = run(opened(1), updates(update('b', 3)), list(2, room('b', 3)));
  expect(known.effects, 'the list has the update already').toEqual(effects);
});

test('a live update that arrived before the room list and is newer is kept', () => {
  const { view } = run(...loaded, failed, opened(5), updates(update('a', 7)), list(6, room('a', 6)));
  expect(view.streams).toEqual([room('a', 7)]);
});

test('the room list replaces the rooms even if its revisions are lower, as after a restored database', () => {
  expect(run(opened(1), list(2, room('a', 9)), failed, opened(5), list(6, room('a', 2))).view.streams).toEqual([
    room('a', 2),
  ]);
});

test('live updates of the previous connection are dropped before the room list is merged', () => {
  const { view } = run(...loaded, opened(4), updates(update('a', 9)), failed, opened(5), list(6, room('a', 2)));
  expect(view.streams).toEqual([room('a', 2)]);
});

test('the rooms stay stale after a reconnect until the room list arrives', () => {
  const state = run(...loaded, activity(4), failed, opened(6)).state;
  expect(state.view).toMatchObject({ link: 'live', staleSince: 4 });
  expect(cachedBoardOf(state)?.asOf).toBe(4);
  expect(continueFrom(state, failed).view.staleSince).toBe(4);
  expect(continueFrom(state, list(7, room('a'))).view.staleSince).toBeUndefined();
});

test('a lost connection leaves the rooms on the board, stale since the last byte, and writes them to the cache', () => {
  const { state, view, effectTypes } = run(...loaded, activity(7), failed);
  expect(view).toMatchObject({ link: 'lost', linkSince: 7, staleSince: 7, streams: [room('a')] });
  expect(effectTypes).toEqual(['schedule-reload', 'write-cache', 'fetch-list-soon']);
  expect(cachedBoardOf(state)).toEqual({ asOf: 7, streams: [room('a')] });
});

test('a lost connection keeps the time of its first failure when the next attempt fails too', () => {
  expect(run(...loaded, activity(7), failed, failed).view).toMatchObject({ linkSince: 7, staleSince: 7 });
});

test('a new live connection is opened after a fatal failure', () => {
  expect(run(...loaded, fatal).effectTypes).toEqual(['schedule-reload', 'write-cache', 'reopen', 'fetch-list-soon']);
});

test('[WARD-1] a page whose first connection fails fetches the room list at once, with or without cached rooms', () => {
  expect(run(fatal).effectTypes).toContain('fetch-list');
  expect(continueFrom(initialBoard(cached, 0), failed).effectTypes).toContain('fetch-list');
});

const polled = { link: 'polled', staleSince: undefined };

test('[LIVE-3] without a live connection the rooms of each room list are current and polled, and the list is fetched again', () => {
  for (const before of [[], [failed], [...loaded, fatal], [...loaded, ended, graceExpired]]) {
    const { state, view, effectTypes } = run(...before, list(8, room('a', 2)));
    expect(view).toMatchObject({ ...polled, phase: 'loaded', streams: [room('a', 2)] });
    expect(effectTypes.at(-1)).toBe('poll-list');
    const next = continueFrom(state, failed, list(23, room('a', 3)));
    expect(next.view).toMatchObject({ ...polled, streams: [room('a', 3)] });
    expect(next.effects).toContainEqual({
      announce: { changed: [room('a', 3)], isQuiet: false, pauseChanges: [], alertChanges: [] },
    });
  }
});

test('further failures of the live connection neither start a second polling nor change polled rooms', () => {
  for (const again of [failed, fatal]) {
    for (const before of [
      [...loaded, failed],
      [...loaded, failed, list(8, room('a'))],
      [list(8, room('a')), failed],
    ]) {
      const { state } = run(...before);
      const next = continueFrom(state, again);
      expect(next.effectTypes.filter((type) => type.includes('list'))).toEqual([]);
      expect(next.view).toEqual(state.view);
    }
  }
  expect(run(list(8, room('a')), ended).effectTypes, 'the rooms were polled before the first failure').toEqual([
    'schedule-reload',
  ]);
});

test.each([
  ['the next request fails', listFailed],
  ['the last list is 30 s old', listOverdue],
])('polled rooms become stale since their last room list when %s', (_, event) => {
  const { state } = run(...loaded, failed, list(8, room('a')), event);
  expect(state.view).toMatchObject({ link: 'lost', linkSince: 8, staleSince: 8 });
  expect(continueFrom(state, list(30, room('a'))).view).toMatchObject(polled);
  expect(run(...loaded, listOverdue).view, 'a live board needs no list').toMatchObject(shown);
});

test('polled rooms are live with the first room list of the next live connection, and stale if that request fails', () => {
  const { state } = run(...loaded, failed, list(8, room('a')), opened(9), activity(10));
  expect(state.view).toMatchObject(polled);
  expect(continueFrom(state, list(11, room('a'))).view).toMatchObject(shown);
  expect(continueFrom(state, listFailed).view).toMatchObject({ link: 'lost', staleSince: 10 });
});

test('a polled room list replaces the updates of the previous live connection', () => {
  const { view } = run(...loaded, opened(4), updates(update('a', 9)), failed, list(6, room('a', 2)));
  expect(view.streams).toEqual([room('a', 2)]);
});

test('unreadable updates cause one request for the room list, and no further request until it arrives', () => {
  const unreadable: BoardEvent = { type: 'update-unreadable' };
  const { state, effectTypes } = run(...loaded, unreadable);
  expect(effectTypes).toEqual(['retry-list']);
  expect(continueFrom(state, unreadable).effectTypes).toEqual([]);
  expect(continueFrom(state, list(8, room('a')), unreadable).effectTypes).toEqual(['retry-list']);
});

test('the number of unreadable rooms comes from the last room list', () => {
  const withSkipped: BoardEvent = { type: 'list-received', list: { items: [room('a')], skippedCount: 2 }, now: 9 };
  expect(run(opened(1), withSkipped).view.skippedCount).toBe(2);
  expect(run(opened(1), withSkipped, failed, list(12, room('a'))).view.skippedCount).toBe(0);
});

const shown = { link: 'live', staleSince: undefined };

test('a connection that the server ended in an orderly way still shows as live, and starts the grace period', () => {
  const { view, effectTypes } = run(...loaded, ended);
  expect(view).toMatchObject(shown);
  expect(effectTypes).toEqual(['start-grace-period', 'schedule-reload']);
});

test('a connection that ended in an orderly way shows as live when the next connection has received the room list', () => {
  const { view, effectTypes } = run(...loaded, ended, opened(5), list(6, room('a', 2)));
  expect(view).toMatchObject({ ...shown, streams: [room('a', 2)] });
  expect(effectTypes).toEqual(['end-grace-period', 'announce', 'write-cache']);
});

test('the connection is lost when the grace period expires before the next connection opens', () => {
  expect(run(...loaded, activity(4), ended, graceExpired).view).toMatchObject({
    link: 'lost',
    linkSince: 4,
    staleSince: 4,
  });
});

test('the connection is lost when the grace period expires, even if a room list arrived within the period', () => {
  const { view } = run(opened(1), list(2, room('a')), ended, list(3, room('a')), graceExpired);
  expect(view).toMatchObject({ link: 'lost', staleSince: 1 });
});

test.each([
  ['the grace period expires', graceExpired],
  ['the request for the room list fails', listFailed],
])('the rooms become stale when the connection is open again and %s before a room list arrives', (_, event) => {
  const { view, effectTypes } = run(...loaded, activity(4), ended, opened(5), activity(6), event);
  expect(view).toMatchObject({ link: 'live', staleSince: 4 });
  expect(effectTypes.slice(0, 2)).toEqual(['end-grace-period', 'write-cache']);
});

test('the connection counts as lost since the last byte when the next connection fails within the grace period', () => {
  for (const again of [failed, ended]) {
    expect(run(...loaded, activity(4), ended, again).view).toMatchObject({ link: 'lost', staleSince: 4 });
    expect(run(...loaded, activity(4), ended, opened(5), again).view).toMatchObject({ link: 'lost', staleSince: 4 });
  }
});

test('a connection gets no grace period while the rooms are stale or not loaded', () => {
  expect(run(...loaded, failed, opened(5), ended).view.link).toBe('lost');
  expect(run(opened(1), ended).view.link).toBe('lost');
});

test('a delayed connection is shown as delayed since the last byte, until the next byte', () => {
  const { state } = run(...loaded, activity(4), delayed);
  expect(state.view).toMatchObject({ link: 'delayed', linkSince: 4 });
  expect(continueFrom(state, activity(20)).view).toMatchObject({ link: 'live', linkSince: 20 });
});

test('[LIVE-2] a live update changes its room and is announced to staff once', () => {
  const { state, effects } = run(...loaded, updates(update('a', 2)));
  expect(effects).toEqual([
    { announce: { changed: [room('a', 2)], isQuiet: false, pauseChanges: [], alertChanges: [] } },
  ]);
  expect(continueFrom(state, updates(update('a', 2))).effects).toEqual([]);
});

test('[LIVE-2] live updates that are empty or match no room change nothing', () => {
  const { state } = run(...loaded);
  for (const event of [updates(), updates(update('elsewhere', 9))]) {
    const next = reduceBoard(state, event);
    expect(next.effects).toEqual([]);
    expect(next.state.view).toBe(state.view);
  }
});

test('[WARD-1] a request for the room list that fails is repeated, and the board goes on loading', () => {
  const { state, view, effectTypes } = run(opened(3), listFailed);
  expect(effectTypes).toEqual(['retry-list']);
  expect(view).toMatchObject({ phase: 'loading', listFailingSince: 3, listKeepsFailing: false });
  const again = continueFrom(state, activity(9), listFailed);
  expect(again.view).toMatchObject({ listFailingSince: 3, listKeepsFailing: true });
  expect(continueFrom(again.state, list(10, room('a'))).view).toMatchObject({
    phase: 'loaded',
    listFailingSince: undefined,
    listKeepsFailing: false,
  });
});

test('while the room list keeps failing, only the newest update of each room is kept, and no sound is lost', () => {
  const quiet = (uuid: string, revision: number) => ({
    ...update(uuid, revision - 1),
    revision,
    quiet: true as const,
  });
  const { state } = run(opened(1), listFailed, updates(update('a', 2)), updates(quiet('a', 3)), updates(quiet('b', 2)));
  expect(state.pending?.updates.map(({ uuid, revision }) => [uuid, revision])).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  const { effects } = continueFrom(state, list(2, room('a', 2), room('b')));
  const changed = [room('a', 2), room('b')].map((one) => ({ ...one, revision: Number(one.revision) + 1 }));
  expect(effects).toContainEqual({ announce: { changed, isQuiet: false, pauseChanges: [], alertChanges: [] } });
});

test('cached rooms are shown at once as stale, and keep their time until the room list arrives', () => {
  const state = initialBoard(cached, 0);
  expect(state.view).toMatchObject({ phase: 'loading', staleSince: -100, streams: [room('a')] });
  expect(cachedBoardOf(continueFrom(state, failed).state)?.asOf).toBe(-100);
  const { effects } = continueFrom(state, opened(1), list(2, room('a', 2)));
  expect(effects).toContainEqual({
    announce: { changed: [room('a', 2)], isQuiet: false, pauseChanges: [], alertChanges: [] },
  });
});

test.each([
  ['2.4 s ago', 2_400, { connection: 'interrupted', view: { link: 'live', staleSince: undefined } }],
  ['2.6 s ago', 2_600, { connection: 'connecting', view: { link: 'connecting', staleSince: 1 } }],
  ['in the future, before the clock was set back', -1, { connection: 'connecting', view: { staleSince: 1 } }],
])('a live board that the user left %s is shown as live only within the grace period', (_when, agoMs, expected) => {
  const left = leftBoardOf(run(...loaded).state, 10_000);
  const state = initialBoard(left, 10_000 + agoMs);
  expect(state).toMatchObject(expected);
  const lost = continueFrom(state, graceExpired);
  expect(lost.view.staleSince, 'no connection within the grace period').toBe(1);
});

test('a board that the user left while it was not live is stale when the user returns', () => {
  for (const connection of ['delayed', 'interrupted', 'lost'] as const) {
    const { state } = run(...pathTo[connection]);
    expect(leftBoardOf(state, 10_000), connection).toBeUndefined();
    expect(initialBoard(cachedBoardOf(state), 10_100).view.staleSince, connection).toBe(1);
  }
});

test('live updates change cached rooms before the room list arrives, are announced to staff once, and leave the rooms stale', () => {
  const { state, view, effects } = continueFrom(initialBoard(cached, 0), opened(1), updates(update('a', 2)));
  expect(view).toMatchObject({ staleSince: -100, streams: [room('a', 2)] });
  expect(effects).toEqual([
    { announce: { changed: [room('a', 2)], isQuiet: false, pauseChanges: [], alertChanges: [] } },
  ]);
  expect(continueFrom(state, list(2, room('a', 2))).effectTypes).toEqual(['write-cache']);
});

test.each([
  ['a failed list', listFailed],
  ['an overdue list', listOverdue],
])('a board that was polled is live with the room list of a new connection, also after %s', (_, problem) => {
  const { view } = run(list(1, room('a')), opened(2), problem, list(3, room('a')));
  expect(connectionOf(view)).toEqual({ kind: 'live' });
  expect(isUnreliable(view)).toBe(false);
});

test('the alerts of a room survive every change of its status', () => {
  const { state, effects } = run(...loaded, alerts(fallOf('a', 1)));
  const fallen = { ...room('a'), alertRevision: 1, alerts: [testAlert('fall')] };
  expect(state.view.streams).toEqual([fallen]);
  expect(effects).toEqual([
    {
      announce: {
        changed: [],
        isQuiet: true,
        pauseChanges: [],
        alertChanges: [{ room: fallen, alert: testAlert('fall') }],
      },
    },
  ]);
  const { view } = continueFrom(state, updates(update('a', 2)), updates(update('a', 3)));
  expect(view.streams).toEqual([{ ...room('a', 3), alertRevision: 1, alerts: [testAlert('fall')] }]);
});

test('alerts with the same or an older revision change nothing, and an empty list ends all alerts of the room', () => {
  const { state } = run(...loaded, alerts(fallOf('a', 5)));
  const none = (alertRevision: number): RoomAlerts => ({ streamUUID: 'a', alertRevision, alerts: [] });
  for (const event of [alerts(none(5)), alerts(none(4)), alerts(fallOf('elsewhere', 9))]) {
    expect(reduceBoard(state, event).state.view).toBe(state.view);
  }
  expect(continueFrom(state, alerts(none(6))).view.streams?.[0]?.alerts).toBeUndefined();
});

test('after a reconnect the list replaces the alerts, and alerts that arrived before the list are merged into it', () => {
  const { state } = run(...loaded, alerts(fallOf('a', 5)), failed);
  expect(continueFrom(state, opened(6), list(7, room('a'))).view.streams, 'a lower revision').toEqual([room('a')]);
  const { view } = continueFrom(state, opened(6), alerts(fallOf('a', 7)), alerts(fallOf('a', 6)), list(7, room('a')));
  expect(view.streams).toMatchObject([{ alertRevision: 7, alerts: [{ uuid: 'fall' }] }]);
});

test('the cached rooms of a board keep their alerts', () => {
  const { state } = run(...loaded, alerts(fallOf('a', 1)));
  expect(cachedBoardOf(state)?.streams).toMatchObject([{ alertRevision: 1, alerts: [{ uuid: 'fall' }] }]);
});
