import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { testStream } from '../../../../tests/support/test-stream.ts';
import type { Room } from '../../../domain/room.ts';
import type { RoomList } from './state-machine/ward-events.ts';
import { createReloadPolicy } from './reload-policy.ts';
import type { CachedWard, WardState } from './state-machine/ward-state.ts';
import { subscribeToWard, type LiveCallbacks } from './ward-subscription.ts';

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
  cached?: CachedWard,
) {
  const connections: LiveCallbacks[] = [];
  const lists: { resolve: (list: RoomList) => void; reject: (error: Error) => void }[] = [];
  const states: WardState[] = [];
  const changes: string[][] = [];
  const cache: CachedWard[] = [];
  const reload = vi.fn();
  const { stop, leavePage } = subscribeToWard({
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
    writeCache: (ward) => cache.push(ward),
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
  const ward = subscribe(storage);
  ward.live().onOpen();
  await ward.answer([room('a')]);
  return ward;
}

test('[LIVE-2] the room list is fetched when the live connection opens; later live updates are shown and announced to staff', async () => {
  const ward = subscribe();
  expect(ward.lists).toHaveLength(0);
  ward.live().onOpen();
  expect(ward.lists).toHaveLength(1);
  await ward.answer([room('a')]);
  expect(ward.state()).toMatchObject({ phase: 'loaded', link: 'live', streams: [room('a')] });
  expect(ward.cache.at(-1)).toEqual({ asOf: 1_000_000, streams: [room('a')] });
  ward.live().onUpdates([room('a', 2)]);
  expect(ward.state().streams).toEqual([room('a', 2)]);
  expect(ward.changes).toEqual([['a']]);
});

test('a byte without an update on the live connection does not render the board again', async () => {
  const ward = await subscribeAndLoad();
  const count = ward.states.length;
  ward.live().onActivity();
  expect(ward.states).toHaveLength(count);
});

test('[WARD-1] a request for the room list that fails is logged and repeated after 5 s', async () => {
  const ward = subscribe();
  ward.live().onOpen();
  await ward.answer(new Error('no database'));
  expect(console.error).toHaveBeenCalledWith('Problem retrieving streams, reason: no database');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ward.lists).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await ward.answer([room('a')]);
  expect(ward.state().phase).toBe('loaded');
});

test('the answer to a request for the room list is ignored after a newer request has replaced it', async () => {
  const ward = await subscribeAndLoad();
  ward.live().onOpen();
  ward.live().onOpen();
  await ward.answer([room('a', 7)]);
  expect(ward.state().streams).toEqual([room('a')]);
  await ward.answer([room('a', 8)]);
  expect(ward.state().streams).toEqual([room('a', 8)]);
});

test('[LIVE-3] the page reloads 3000 ms after the first failure of the live connection, and the failure is logged', async () => {
  const ward = await subscribeAndLoad();
  ward.live().onFailure(fatal);
  expect(console.error).toHaveBeenCalledWith('The live connection failed, reason: the server answered with status 500');
  await vi.advanceTimersByTimeAsync(2_000);
  ward.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(999);
  expect(ward.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ward.reload).toHaveBeenCalledOnce();
});

test('[LIVE-4] a connection that is live again within 3000 ms cancels the reload', async () => {
  const ward = await subscribeAndLoad();
  ward.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(2_999);
  ward.live().onOpen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ward.reload).not.toHaveBeenCalled();
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
  const ward = await subscribeAndLoad(storage);
  ward.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(ward.reload).toHaveBeenCalledOnce();
});

test('a page that cannot be loaded again does not reload, and connects again after a fatal failure', async () => {
  const ward = subscribe(memoryStorage(), () => Promise.resolve(false));
  ward.live().onFailure(fatal);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ward.reload).not.toHaveBeenCalled();
  expect(ward.connections).toHaveLength(2);
});

test('a connection that is live again while the page checks whether it can reload cancels the reload', async () => {
  let answer = (_isPossible: boolean): void => undefined;
  const ward = subscribe(memoryStorage(), () => new Promise((resolve) => (answer = resolve)));
  ward.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(3_000);
  ward.live().onOpen();
  answer(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(ward.reload).not.toHaveBeenCalled();
});

test('a connection that the server ended in an orderly way shows as lost after 2500 ms without a new connection', async () => {
  const ward = await subscribeAndLoad();
  ward.live().onFailure(ended);
  await vi.advanceTimersByTimeAsync(2_499);
  expect(ward.state()).toMatchObject({ link: 'live', staleSince: undefined });
  await vi.advanceTimersByTimeAsync(1);
  expect(ward.state()).toMatchObject({ link: 'lost', staleSince: 1_000_000 });
});

test('[LIVE-3] the room list is fetched four times in the minute after the connection is lost, although reconnects keep failing', async () => {
  const ward = await subscribeAndLoad(memoryStorage());
  let requestCount = 0;
  for (let second = 0; second < 60; second += 1) {
    if (second % 5 === 0) ward.live().onFailure(lost);
    await vi.advanceTimersByTimeAsync(1_000);
    requestCount += ward.lists.length;
    if (ward.lists.length > 0) await ward.answer([room('a', second)]);
  }
  expect(requestCount).toBe(4);
  expect(ward.state()).toMatchObject({ link: 'polled', staleSince: undefined });
});

test('[WARD-1] the room list is fetched 2 s after the page opened if the live connection has not opened by then', async () => {
  const ward = subscribe();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(ward.lists).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(ward.lists).toHaveLength(1);
});

test('polled rooms become stale 30 s after their last room list, even if the next request never ends', async () => {
  const ward = await subscribeAndLoad();
  ward.live().onFailure(lost);
  await vi.advanceTimersByTimeAsync(2_000);
  await ward.answer([room('a')]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ward.state()).toMatchObject({ link: 'polled', staleSince: undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ward.state()).toMatchObject({ link: 'lost', staleSince: 1_002_000 });
});

test.each([
  ['waits for a running renewal of the tokens, because a reload would lose the new tokens', false, 1],
  ['that waits for a renewal of the tokens is cancelled when the connection is live again', true, 0],
])('a reload %s', async (_what, isLiveAgain, reloads) => {
  const { promise: renewal, resolve: endRenewal } = Promise.withResolvers<void>();
  const ward = subscribe(memoryStorage(), undefined, renewal);
  ward.live().onFailure({ isFatal: false, reason: 'test' });
  await vi.advanceTimersByTimeAsync(3_500);
  expect(ward.reload).not.toHaveBeenCalled();
  if (isLiveAgain) ward.live().onOpen();
  endRenewal();
  await vi.advanceTimersByTimeAsync(0);
  expect(ward.reload).toHaveBeenCalledTimes(reloads);
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

test('leaving the ward writes the cache and cancels the reload and the next connection', async () => {
  const ward = await subscribeAndLoad();
  ward.live().onFailure(fatal);
  const count = ward.cache.length;
  ward.stop();
  expect(ward.cache).toHaveLength(count + 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ward.reload).not.toHaveBeenCalled();
  expect(ward.connections).toHaveLength(1);
});
