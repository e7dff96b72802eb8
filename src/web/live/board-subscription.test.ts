import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import { testStream } from '../../../tests/support/test-stream.ts';
import { testAlert } from '../../../tests/support/test-alert.ts';
import type { Room, RoomAlerts } from '../../domain/room.ts';
import type { LiveCallbacks, RoomList } from './board-place.ts';
import { createReloadPolicy } from './reload-policy.ts';
import { connectionStateOf, hasLargeNotice, type CachedBoard, type LiveBoard } from './live-board.ts';
import { BoardSubscription } from './board-subscription.ts';
import { diffStreams } from './stream-diff.ts';

const stateOf = (revision: number) => ({ lastNotification: revision, lastNotificationSent: null, revision });
const room = (uuid: string, revision = 1): Room => testStream(uuid, stateOf(revision));
const update = (uuid: string, revision: number) => ({ uuid, roomStatus: 5, ...stateOf(revision) });
const fallOf = (streamUUID: string, alertRevision: number): RoomAlerts => ({
  streamUUID,
  alertRevision,
  alerts: [testAlert('fall')],
});
const lost = { isFatal: false, reason: 'connection reset' };
const ended = { isFatal: false, isOrderly: true, reason: 'the server ended the connection' };
const fatal = { isFatal: true, reason: 'the server answered with status 500' };

let stopAll: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  stopAll.forEach((stop) => stop());
  stopAll = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A subscription whose connections and lists the test controls. */
function subscribe(
  storage: Storage = memoryStorage(),
  canReload: () => Promise<boolean> = () => Promise.resolve(true),
  renewal: Promise<void> = Promise.resolve(),
  cached?: CachedBoard,
) {
  const connections: LiveCallbacks[] = [];
  const lists: { resolve: (list: RoomList) => void; reject: (error: Error) => void }[] = [];
  const states: LiveBoard[] = [];
  const cache: CachedBoard[] = [];
  const reload = vi.fn();
  const subscription = new BoardSubscription({
    openLive: (callbacks) => {
      connections.push(callbacks);
      return { close: () => undefined };
    },
    fetchStreams: () => new Promise((resolve, reject) => lists.push({ resolve, reject })),
    reloadPolicy: createReloadPolicy({
      storage,
      canReload,
      reload,
      withTokenLock: async (work) => {
        await renewal;
        return work();
      },
    }),
    cached,
    writeCache: (board) => cache.push(board),
    onState: (state) => states.push(state),
  });
  const stop = () => subscription.stop();
  stopAll.push(stop);
  return {
    stop,
    leavePage: () => subscription.leavePage(),
    connections,
    live: () => connections.at(-1) ?? expect.fail('no connection was opened'),
    lists,
    answer: async (streams: Room[] | Error, rest: Partial<RoomList> = {}) => {
      const request = lists.shift();
      if (streams instanceof Error) request?.reject(streams);
      else request?.resolve({ items: streams, skippedCount: 0, ...rest });
      await vi.advanceTimersByTimeAsync(0);
    },
    states,
    state: () => states.at(-1) ?? expect.fail('there is no state'),
    cache,
    reload,
  };
}

async function subscribeAndLoad(storage?: Storage) {
  const board = subscribe(storage);
  board.live().onOpen();
  await board.answer([room('a')]);
  return board;
}

test('[LIVE-2] the room list is fetched when the live connection opens; later live updates are shown', async () => {
  const board = subscribe();
  expect(board.lists).toHaveLength(0);
  board.live().onOpen();
  expect(board.lists).toHaveLength(1);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject({ phase: 'loaded', link: 'live', streams: [room('a')] });
  expect(board.cache.at(-1)).toEqual({ asOf: 1_000_000, streams: [room('a')] });
  board.live().onUpdates([room('a', 2)]);
  expect(board.state().streams).toEqual([room('a', 2)]);
});

test('[WARD-1] a request for the room list that fails is logged and repeated after 5 s', async () => {
  const board = subscribe();
  board.live().onOpen();
  await board.answer(new Error('no database'));
  expect(console.error).toHaveBeenCalledWith('Problem retrieving streams, reason: no database');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(board.lists).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await board.answer([room('a')]);
  expect(board.state().phase).toBe('loaded');
});

test('the response to a request for the room list is ignored after a newer request has replaced it', async () => {
  const board = await subscribeAndLoad();
  board.live().onOpen();
  board.live().onOpen();
  await board.answer([room('a', 7)]);
  expect(board.state().streams).toEqual([room('a')]);
  await board.answer([room('a', 8)]);
  expect(board.state().streams).toEqual([room('a', 8)]);
});

test('[LIVE-3] the page reloads 3000 ms after the first failure of the live connection, and the failure is logged', async () => {
  const board = await subscribeAndLoad();
  board.live().onFailure(fatal);
  expect(console.error).toHaveBeenCalledWith('The live connection failed, reason: the server answered with status 500');
  await vi.advanceTimersByTimeAsync(2_000);
  board.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(999);
  expect(board.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(board.reload).toHaveBeenCalledOnce();
});

test('[LIVE-4] a connection that is live again within 3000 ms cancels the reload', async () => {
  const board = await subscribeAndLoad();
  board.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(2_999);
  board.live().onOpen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(board.reload).not.toHaveBeenCalled();
});

test('a page that was reloaded less than a minute ago connects again instead of reloading', async () => {
  const storage = memoryStorage();
  const first = await subscribeAndLoad(storage);
  first.live().onFailure(fatal);
  await vi.advanceTimersByTimeAsync(3_000);
  first.stop();

  const second = subscribe(storage);
  second.live().onFailure(fatal);
  await vi.advanceTimersByTimeAsync(3_499);
  expect(second.connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(second.connections).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(56_499);
  second.live().onFailure(fatal);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(second.reload, '59.999 s after the reload').not.toHaveBeenCalled();

  second.live().onFailure(fatal);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(second.reload).toHaveBeenCalledOnce();
});

test('a page that cannot be loaded again does not reload, and connects again after a fatal failure', async () => {
  const board = subscribe(memoryStorage(), () => Promise.resolve(false));
  board.live().onFailure(fatal);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(board.reload).not.toHaveBeenCalled();
  expect(board.connections).toHaveLength(2);
});

test('a connection that is live again while the page checks whether it can reload cancels the reload', async () => {
  let answer = (_isPossible: boolean): void => undefined;
  const board = subscribe(memoryStorage(), () => new Promise((resolve) => (answer = resolve)));
  board.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(3_000);
  board.live().onOpen();
  answer(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(board.reload).not.toHaveBeenCalled();
});

test('[LIVE-3] the room list is fetched four times in the minute after the connection is lost, although reconnects keep failing', async () => {
  const board = await subscribeAndLoad(memoryStorage());
  let requestCount = 0;
  for (let second = 0; second < 60; second += 1) {
    if (second % 5 === 0) board.live().onFailure(lost);
    await vi.advanceTimersByTimeAsync(1_000);
    requestCount += board.lists.length;
    if (board.lists.length > 0) await board.answer([room('a', second)]);
  }
  expect(requestCount).toBe(4);
  expect(board.state()).toMatchObject({ link: 'polled', staleSince: undefined });
});

test('[WARD-1] the room list is fetched 2 s after the page opened if the live connection has not opened by then', async () => {
  const board = subscribe();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(board.lists).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(board.lists).toHaveLength(1);
});

test('polled rooms become stale 30 s after their last room list, even if the next request never ends', async () => {
  const board = await subscribeAndLoad();
  board.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(2_000);
  await board.answer([room('a')]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(board.state()).toMatchObject({ link: 'polled', staleSince: undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(board.state()).toMatchObject({ link: 'lost', staleSince: 1_002_000 });
});

test.each([
  ['waits for a running renewal of the tokens, because a reload would lose the new tokens', false, 1],
  ['that waits for a renewal of the tokens is cancelled when the connection is live again', true, 0],
])('a reload %s', async (_what, isLiveAgain, reloads) => {
  const { promise: renewal, resolve: endRenewal } = Promise.withResolvers<void>();
  const board = subscribe(memoryStorage(), undefined, renewal);
  board.live().onFailure({ isFatal: false, reason: 'test' });
  await vi.advanceTimersByTimeAsync(3_500);
  expect(board.reload).not.toHaveBeenCalled();
  if (isLiveAgain) board.live().onOpen();
  endRenewal();
  await vi.advanceTimersByTimeAsync(0);
  expect(board.reload).toHaveBeenCalledTimes(reloads);
});

test('a board that the user leaves caches its rooms and cancels its reload and its next connection', async () => {
  const board = await subscribeAndLoad();
  board.live().onFailure(fatal);
  const count = board.cache.length;
  board.stop();
  expect(board.cache).toHaveLength(count + 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(board.reload).not.toHaveBeenCalled();
  expect(board.connections).toHaveLength(1);
});

const polled = { link: 'polled', staleSince: undefined };
const shown = { link: 'live', staleSince: undefined };

/** A board that has lost its connection and is polled. Its first room list arrives in second 2. */
async function subscribeAndPoll() {
  const board = await subscribeAndLoad();
  board.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(2_000);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject(polled);
  return board;
}

test('rooms are stale since the last stored report when the server cannot store reports, and are polled', async () => {
  const board = await subscribeAndPoll();
  await vi.advanceTimersByTimeAsync(15_000);
  await board.answer([room('a')], { outdatedSince: 1_001_000 });
  expect(board.state()).toMatchObject({ staleSince: 1_001_000, link: 'lost', linkSince: 1_001_000 });
  expect(hasLargeNotice(board.state())).toBe(true);
  await vi.advanceTimersByTimeAsync(15_000);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject(polled);
});

test('[LIVE-2] a fall that the live connection brings while an outdated list is fetched again stays on the board', async () => {
  const board = subscribe();
  board.live().onOpen();
  await board.answer([room('a')], { outdatedSince: 999_000 });
  await vi.advanceTimersByTimeAsync(15_000);
  board.live().onAlerts([fallOf('a', 1)]);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject({ link: 'live', streams: [{ alertRevision: 1, alerts: [testAlert('fall')] }] });
});

test('[LIVE-2] live updates that arrive before the first room list are merged into it and announced to staff', async () => {
  for (const revision of [2, 3]) {
    const board = subscribe();
    board.live().onOpen();
    board.live().onUpdates([{ ...update('a', 2), quiet: true }, update('b', 3)]);
    board.live().onUpdates([{ ...update('b', 4), quiet: true }]);
    await board.answer([room('a', 2), room('b', revision)]);
    const { streams = [], firstNotified } = board.state();
    expect(streams.map((one) => one.revision)).toEqual([2, 4]);
    const { changed, notified } = diffStreams([], streams, firstNotified);
    expect([changed, notified].map((rooms) => rooms.map(({ uuid }) => uuid))).toEqual([['b'], ['b']]);
  }
});

test('the room list replaces the rooms even if its revisions are lower, as after a restored database', async () => {
  const board = subscribe();
  board.live().onOpen();
  await board.answer([room('a', 9)]);
  board.live().onFailure(lost);
  board.live().onOpen();
  await board.answer([room('a', 2)]);
  expect(board.state().streams).toEqual([room('a', 2)]);
});

test('live updates of the previous connection are dropped before the room list is merged', async () => {
  const board = await subscribeAndLoad();
  board.live().onOpen();
  board.live().onUpdates([update('a', 9)]);
  board.live().onFailure(lost);
  board.lists.length = 0;
  board.live().onOpen();
  await board.answer([room('a', 2)]);
  expect(board.state().streams).toEqual([room('a', 2)]);
});

test('a lost connection leaves the rooms on the board, stale since the last byte, until the room list of the next connection', async () => {
  const board = await subscribeAndLoad();
  await vi.advanceTimersByTimeAsync(3_000);
  board.live().onActivity();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    board.live().onFailure(lost);
    expect(board.state()).toMatchObject({ link: 'lost', linkSince: 1_003_000, staleSince: 1_003_000 });
  }
  expect(board.state().streams).toEqual([room('a')]);
  expect(board.cache.at(-1)).toEqual({ asOf: 1_003_000, streams: [room('a')] });
  board.live().onOpen();
  expect(board.state()).toMatchObject({ link: 'live', staleSince: 1_003_000 });
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject(shown);
});

test('[WARD-1] a page whose first connection fails fetches the room list at once', () => {
  const board = subscribe();
  board.live().onFailure(fatal);
  expect(board.lists).toHaveLength(1);
});

test('polled rooms become stale since their last room list when the next request fails', async () => {
  const board = await subscribeAndPoll();
  await vi.advanceTimersByTimeAsync(15_000);
  await board.answer(new Error('no database'));
  expect(board.state()).toMatchObject({ link: 'lost', linkSince: 1_002_000, staleSince: 1_002_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject(polled);
});

test('polled rooms are live with the first room list of the next live connection, and stale if that request fails', async () => {
  const board = await subscribeAndPoll();
  board.live().onOpen();
  expect(board.state()).toMatchObject(polled);
  await board.answer(new Error('no database'));
  expect(board.state()).toMatchObject({ link: 'lost', staleSince: 1_002_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject(shown);
  expect(connectionStateOf(board.state())).toEqual({ kind: 'live' });
  expect(hasLargeNotice(board.state())).toBe(false);
});

test('unreadable updates cause one request for the room list, and no further request until it arrives', async () => {
  const board = await subscribeAndLoad();
  for (let count = 0; count < 3; count += 1) board.live().onUnreadableUpdate();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(board.lists).toHaveLength(1);
});

test('a connection that is delayed is live again with its next byte', async () => {
  const board = await subscribeAndLoad();
  board.live().onDelayed();
  expect(board.state()).toMatchObject({ link: 'delayed', linkSince: 1_000_000 });
  board.live().onActivity();
  expect(board.state()).toMatchObject(shown);
});

/** A board whose server has ended the connection on purpose in second 4. The last byte arrives in second 3. */
async function subscribeAndEnd() {
  const board = await subscribeAndLoad();
  await vi.advanceTimersByTimeAsync(3_000);
  board.live().onActivity();
  await vi.advanceTimersByTimeAsync(1_000);
  board.live().onFailure(ended);
  return board;
}

test('[LIVE-3] an end that the server announced is logged at once and reloads the page after 3000 ms, and the board is live for 2.5 s', async () => {
  const board = await subscribeAndEnd();
  expect(console.error).toHaveBeenCalledWith('The live connection failed, reason: the server ended the connection');
  expect(board.state()).toMatchObject({ ...shown, serverDownSince: 1_014_000 });
  await vi.advanceTimersByTimeAsync(2_499);
  expect(board.state()).toMatchObject(shown);
  await vi.advanceTimersByTimeAsync(1);
  expect(board.state()).toMatchObject({ link: 'lost', linkSince: 1_003_000, staleSince: 1_003_000 });
  await vi.advanceTimersByTimeAsync(499);
  expect(board.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(board.reload).toHaveBeenCalledOnce();
});

test('a connection that is open again within the grace period is live when its room list arrives', async () => {
  const board = await subscribeAndEnd();
  await vi.advanceTimersByTimeAsync(1_000);
  board.live().onOpen();
  expect(board.state()).toMatchObject(shown);
  await board.answer([room('a', 2)]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(board.state()).toMatchObject({ ...shown, streams: [room('a', 2)] });
  expect(board.reload).not.toHaveBeenCalled();
});

test.each<[string, (board: Awaited<ReturnType<typeof subscribeAndEnd>>) => unknown]>([
  ['the grace period is over', () => vi.advanceTimersByTimeAsync(1_500)],
  ['the request for the room list fails', (board) => board.answer(new Error('no database'))],
])('the rooms become stale when the connection is open again and %s before a room list arrives', async (_, step) => {
  const board = await subscribeAndEnd();
  await vi.advanceTimersByTimeAsync(1_000);
  board.live().onOpen();
  await step(board);
  expect(board.state()).toMatchObject({ link: 'live', staleSince: 1_003_000 });
});

test('the connection counts as lost since the last byte when the next one fails or ends within the grace period', async () => {
  for (const failure of [lost, ended]) {
    for (const isOpenAgain of [false, true]) {
      const board = await subscribeAndEnd();
      const lastByteAt = Date.now() - 1_000;
      if (isOpenAgain) board.live().onOpen();
      board.live().onFailure(failure);
      expect(board.state()).toMatchObject({ link: 'lost', staleSince: lastByteAt });
    }
  }
});

test('an end gets no grace period while the rooms are delayed, stale or not loaded', async () => {
  const delayed = await subscribeAndLoad();
  delayed.live().onDelayed();
  const stale = await subscribeAndLoad();
  stale.live().onFailure(lost);
  stale.live().onOpen();
  const loading = subscribe();
  loading.live().onOpen();
  for (const board of [delayed, stale, loading]) {
    board.live().onFailure(ended);
    expect(board.state().link).toBe('lost');
  }
});

test('a page that is left with current rooms and is back within 2.5 s continues as live, until the grace period is over', async () => {
  const first = await subscribeAndLoad();
  await vi.advanceTimersByTimeAsync(1_000);
  first.leavePage();
  const cached = first.cache.at(-1);
  expect(cached).toEqual({ asOf: 1_000_000, leftAt: 1_001_000, streams: [room('a')] });
  await vi.advanceTimersByTimeAsync(2_400);
  const second = subscribe(undefined, undefined, undefined, cached);
  expect(second.states[0]).toMatchObject({ ...shown, phase: 'loading', streams: [room('a')] });
  second.live().onOpen();
  expect(second.state()).toMatchObject(shown);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(second.state()).toMatchObject({ staleSince: 1_000_000 });
  for (const atMs of [1_000_999, 1_003_500]) {
    vi.setSystemTime(atMs);
    expect(subscribe(undefined, undefined, undefined, cached).state()).toMatchObject({ staleSince: 1_000_000 });
  }
});

test('a page that is left caches its rooms as they are at that moment, also when they are not current', async () => {
  const board = await subscribeAndLoad();
  board.live().onAlerts([fallOf('a', 5)]);
  board.leavePage();
  expect(board.cache.at(-1)).toMatchObject({ streams: [{ alerts: [{ uuid: 'fall' }] }], leftAt: 1_000_000 });
  board.live().onFailure(lost);
  board.live().onOpen();
  board.live().onUpdates([update('a', 9)]);
  board.leavePage();
  expect(board.cache.at(-1)).toMatchObject({ asOf: 1_000_000, streams: [{ revision: 9 }] });
  expect(board.cache.at(-1)?.leftAt).toBeUndefined();
});

test('while the room list keeps failing only the newest changes of each room are kept', async () => {
  const board = subscribe();
  board.live().onOpen();
  await board.answer(new Error('no database'));
  for (const revision of [3, 2]) board.live().onUpdates([update('a', revision)]);
  await vi.advanceTimersByTimeAsync(5_000);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject({ streams: [{ revision: 3 }], firstNotified: new Set(['a']) });
});

test('[LIVE-2] live updates that are empty, match no room or are repeated change nothing', async () => {
  const board = await subscribeAndLoad();
  const count = board.states.length;
  for (const updates of [[], [update('elsewhere', 9)], [update('a', 1)]]) board.live().onUpdates(updates);
  expect(board.states).toHaveLength(count);
});

test.each<[string, (board: ReturnType<typeof subscribe>) => unknown]>([
  ['2.5 s are over', () => vi.advanceTimersByTimeAsync(2_500)],
  ['the live connection fails', (board) => board.live().onFailure(lost)],
  [
    'the room list fails',
    async (board) => {
      board.live().onOpen();
      await board.answer(new Error('no database'));
    },
  ],
  [
    'the connection is open without a room list for 2.5 s',
    async (board) => {
      board.live().onOpen();
      await vi.advanceTimersByTimeAsync(2_500);
    },
  ],
])('[LIVE-3] cached rooms are shown without a warning until %s', async (_, step) => {
  const board = subscribe(undefined, undefined, undefined, { asOf: 400_000, streams: [room('a')] });
  await vi.advanceTimersByTimeAsync(0);
  expect(connectionStateOf(board.state())).toEqual({ kind: 'connecting' });
  expect(hasLargeNotice(board.state())).toBe(false);
  await step(board);
  expect(connectionStateOf(board.state())).toMatchObject({ kind: 'lost', since: 400_000 });
  expect(hasLargeNotice(board.state())).toBe(true);
});

test.each<[string, (board: ReturnType<typeof subscribe>) => unknown, string]>([
  ['its live connection', (board) => board.live().onOpen(), 'live'],
  ['only its room list', () => vi.advanceTimersByTimeAsync(2_000), 'polled'],
])('a page with cached rooms that gets %s shows no warning', async (_, connect, kind) => {
  const board = subscribe(undefined, undefined, undefined, { asOf: 400_000, streams: [room('a')] });
  await connect(board);
  await board.answer([room('a')]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(board.states.filter(hasLargeNotice)).toEqual([]);
  expect(connectionStateOf(board.state())).toEqual({ kind });
});

test('cached rooms are shown at once as stale, change with live updates, and keep their time until the room list arrives', async () => {
  const board = subscribe(undefined, undefined, undefined, { asOf: 999_000, streams: [room('a')] });
  expect(board.state()).toMatchObject({ phase: 'connecting', staleSince: 999_000, streams: [room('a')] });
  board.live().onOpen();
  board.live().onUpdates([update('a', 2)]);
  expect(board.state()).toMatchObject({ staleSince: 999_000, streams: [room('a', 2)] });
  board.live().onFailure(lost);
  expect(board.cache.at(-1)?.asOf).toBe(999_000);
  board.lists.length = 0;
  board.live().onOpen();
  await board.answer([room('a', 2)]);
  expect(board.state()).toMatchObject(shown);
});

test('[LIVE-3] a server counts as down since its first refusal, or 10 s after it has ended the connection', async () => {
  const board = await subscribeAndLoad();
  const downSince = () => board.state().serverDownSince;
  board.live().onFailure(lost);
  expect(downSince(), 'a broken connection says nothing about the server').toBeUndefined();
  board.live().onFailure({ ...lost, isRefused: true });
  expect(downSince()).toBe(1_000_000);
  board.live().onOpen();
  expect(downSince()).toBeUndefined();
  board.live().onFailure(ended);
  board.live().onFailure({ ...lost, isRefused: true });
  expect(downSince()).toBe(1_010_000);
});

test('the alerts of a room survive every change of its status, and only newer alerts replace them', async () => {
  const board = await subscribeAndLoad();
  board.live().onAlerts([fallOf('a', 5)]);
  const alerts = { alertRevision: 5, alerts: [testAlert('fall')] };
  expect(board.state().streams).toEqual([{ ...room('a'), ...alerts }]);
  board.live().onUpdates([update('a', 2)]);
  const none = (alertRevision: number): RoomAlerts => ({ streamUUID: 'a', alertRevision, alerts: [] });
  for (const older of [none(5), none(4), fallOf('elsewhere', 9)]) board.live().onAlerts([older]);
  expect(board.state().streams).toEqual([{ ...room('a', 2), ...alerts }]);
  board.live().onAlerts([none(6)]);
  expect(board.state().streams?.[0]?.alerts).toBeUndefined();
});

test('after a reconnect the list replaces the alerts, and alerts that arrived before the list are merged into it', async () => {
  const board = await subscribeAndLoad();
  board.live().onAlerts([fallOf('a', 5)]);
  board.live().onOpen();
  await board.answer([room('a')]);
  expect(board.state().streams, 'a lower revision').toEqual([room('a')]);
  board.live().onOpen();
  for (const revision of [7, 6]) board.live().onAlerts([fallOf('a', revision)]);
  await board.answer([room('a')]);
  expect(board.state().streams).toMatchObject([{ alertRevision: 7, alerts: [{ uuid: 'fall' }] }]);
});
