import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { testStream } from '../../../../tests/support/test-stream.ts';
import type { Room } from '../../../domain/room.ts';
import type { RoomList } from './state-machine/board-events.ts';
import { createReloadPolicy } from './reload-policy.ts';
import type { CachedBoard, LiveBoard } from './state-machine/live-board.ts';
import { subscribeToBoard, type LiveCallbacks } from './board-subscription.ts';

const room = (uuid: string, revision = 1) => testStream(uuid, { lastNotification: revision, revision });
const lost = { isFatal: false, reason: 'connection reset' };
const fatal = { isFatal: true, reason: 'the server answered with status 500' };
const ended = { isFatal: false, isOrderly: true, reason: 'the server ended the connection' };

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
  const changes: string[][] = [];
  const cache: CachedBoard[] = [];
  const reload = vi.fn();
  const { stop, leavePage } = subscribeToBoard({
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
    onChange: ({ changed }) => changes.push(changed.map(({ uuid }) => uuid)),
    onState: (state) => states.push(state),
  });
  stopAll.push(stop);
  return {
    stop,
    leavePage,
    connections,
    live: () => connections.at(-1) ?? expect.fail('no connection was opened'),
    lists,
    answer: async (streams: Room[] | Error) => {
      const request = lists.shift();
      if (streams instanceof Error) request?.reject(streams);
      else request?.resolve({ items: streams, skippedCount: 0 });
      await vi.advanceTimersByTimeAsync(0);
    },
    states,
    state: () => states.at(-1) ?? expect.fail('there is no state'),
    changes,
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

test('[LIVE-2] the room list is fetched when the live connection opens; later live updates are shown and announced to staff', async () => {
  const board = subscribe();
  expect(board.lists).toHaveLength(0);
  board.live().onOpen();
  expect(board.lists).toHaveLength(1);
  await board.answer([room('a')]);
  expect(board.state()).toMatchObject({ phase: 'loaded', link: 'live', streams: [room('a')] });
  expect(board.cache.at(-1)).toEqual({ asOf: 1_000_000, streams: [room('a')] });
  board.live().onUpdates([room('a', 2)]);
  expect(board.state().streams).toEqual([room('a', 2)]);
  expect(board.changes).toEqual([['a']]);
});

test('a byte without an update on the live connection does not render the board again', async () => {
  const board = await subscribeAndLoad();
  const count = board.states.length;
  board.live().onActivity();
  expect(board.states).toHaveLength(count);
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

test('the answer to a request for the room list is ignored after a newer request has replaced it', async () => {
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

test('a stored reload time in the future, which exists after the clock was set back, does not block a reload', async () => {
  const storage = memoryStorage();
  storage.setItem('room-status:reloaded-at', String(Date.now() + 30_000));
  const board = await subscribeAndLoad(storage);
  board.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(board.reload).toHaveBeenCalledOnce();
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

test('a connection that the server ended in an orderly way shows as lost after 2500 ms without a new connection', async () => {
  const board = await subscribeAndLoad();
  board.live().onFailure(ended);
  await vi.advanceTimersByTimeAsync(2_499);
  expect(board.state()).toMatchObject({ link: 'live', staleSince: undefined });
  await vi.advanceTimersByTimeAsync(1);
  expect(board.state()).toMatchObject({ link: 'lost', staleSince: 1_000_000 });
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

test('a board to which the user returns within 2.5 s counts as live until 2.5 s have passed without a connection', async () => {
  const first = await subscribeAndLoad();
  first.leavePage();
  const second = subscribe(memoryStorage(), undefined, undefined, first.cache.at(-1));
  expect(second.state()).toMatchObject({ link: 'live', staleSince: undefined });
  await vi.advanceTimersByTimeAsync(2_400);
  expect(second.state()).toMatchObject({ staleSince: undefined });
  await vi.advanceTimersByTimeAsync(200);
  expect(second.state()).toMatchObject({ link: 'lost', staleSince: first.cache.at(-1)?.asOf });
});

test('leaving the board writes the cache and cancels the reload and the next connection', async () => {
  const board = await subscribeAndLoad();
  board.live().onFailure(fatal);
  const count = board.cache.length;
  board.stop();
  expect(board.cache).toHaveLength(count + 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(board.reload).not.toHaveBeenCalled();
  expect(board.connections).toHaveLength(1);
});
