import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import type { Stream, StreamUpdate } from '../../../domain/stream.ts';
import { subscribeToWard, type LiveCallbacks, type WardState } from './ward-subscription.ts';
import { createReloadPolicy } from './reload-policy.ts';

const room = (uuid: string, revision = 1, status: Stream['status'] = 'ACTIVE'): Stream => ({
  uuid,
  displayName: uuid,
  wardUUID: 'ward',
  type: 'camera',
  status,
  ...stateOf(revision),
});
const stateOf = (revision: number) => ({
  roomStatus: revision,
  lastNotification: revision,
  lastNotificationSent: new Date(revision * 1_000).toISOString(),
  revision,
});
const update = (uuid: string, revision: number): StreamUpdate => ({ uuid, ...stateOf(revision) });

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

/** A ward with the far side in the test's hands: the live link and the answers to the list. */
function follow(
  known?: { asOf: number; streams: Stream[] },
  storage: Storage = memoryStorage(),
  canReload: () => Promise<boolean> = () => Promise.resolve(true),
) {
  const links: LiveCallbacks[] = [];
  const lists: { resolve: (streams: Stream[]) => void; reject: (error: Error) => void }[] = [];
  const states: WardState[] = [];
  const news: string[][] = [];
  const remembered: { asOf: number; streams: readonly Stream[] }[] = [];
  const reload = vi.fn();
  const following = subscribeToWard({
    openLive: (callbacks) => {
      links.push(callbacks);
      return { close: () => undefined };
    },
    fetchStreams: () => new Promise((resolve, reject) => lists.push({ resolve, reject })),
    reloadPolicy: createReloadPolicy({
      storage,
      now: () => Date.now(),
      canReload,
      reload,
    }),
    lastKnown: known,
    remember: (value) => remembered.push(value),
    onNews: (streams) => news.push(streams.map((stream) => stream.uuid)),
    onState: (state) => states.push(state),
    now: () => Date.now(),
  });
  stopAll.push(following.stop);
  const answer = async (streams: Stream[] | Error): Promise<void> => {
    const asked = lists.shift();
    if (streams instanceof Error) asked?.reject(streams);
    else asked?.resolve(streams);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    ...following,
    link: () => links.at(-1) ?? expect.fail('no live link was opened'),
    links,
    lists,
    answer,
    news,
    remembered,
    reload,
    state: () => states.at(-1) ?? expect.fail('no state was told'),
  };
}

async function loaded(streams: Stream[] = [room('a'), room('b')], storage?: Storage) {
  const ward = follow(undefined, storage);
  ward.link().onOpen();
  await ward.answer(streams);
  return ward;
}

test('the live link is opened first, and the list is asked for once it is open', async () => {
  const ward = follow();
  expect(ward.lists).toHaveLength(0);
  ward.link().onOpen();
  expect(ward.lists).toHaveLength(1);
  await ward.answer([room('a')]);
  expect(ward.state()).toMatchObject({ phase: 'loaded', link: 'live', staleSince: undefined });
});

test('[WARD-1] a list that fails is logged, the view stays loading, and goes on by itself', async () => {
  const ward = follow();
  ward.link().onOpen();
  await ward.answer(new Error('the database is away'));
  expect(console.error).toHaveBeenCalledWith('Problem retrieving streams, reason: the database is away');
  expect(ward.state()).toMatchObject({ phase: 'loading', streams: undefined, listFailingSince: 1_000_000 });
  expect(ward.state().listKeepsFailing).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await ward.answer(new Error('the database is away'));
  expect(ward.state()).toMatchObject({ phase: 'loading', listFailingSince: 1_000_000, listKeepsFailing: true });
  await vi.advanceTimersByTimeAsync(5_000);
  await ward.answer([room('a')]);
  expect(ward.state()).toMatchObject({ phase: 'loaded', listFailingSince: undefined, listKeepsFailing: false });
});

test('[LIVE-2] an update changes its room and is news once', async () => {
  const ward = await loaded();
  ward.link().onUpdates([update('b', 2)]);
  ward.link().onUpdates([update('b', 2)]);
  expect(ward.state().streams?.[1]).toEqual(room('b', 2));
  expect(ward.news).toEqual([['b']]);
});

test('[LIVE-2] an empty list, and one that matches no room, are no news', async () => {
  const ward = await loaded();
  ward.link().onUpdates([]);
  ward.link().onUpdates([update('elsewhere', 9)]);
  expect(ward.news).toEqual([]);
});

test('a first list is no news, but what came live while it was under way is, and is not lost', async () => {
  const ward = follow();
  ward.link().onOpen();
  ward.link().onUpdates([update('b', 3)]);
  await ward.answer([room('a'), room('b', 2)]);
  expect(ward.state().streams).toEqual([room('a'), room('b', 3)]);
  expect(ward.news).toEqual([['b']]);
});

test('an older list never overwrites what came live since the connection', async () => {
  const ward = await loaded();
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  ward.link().onOpen();
  ward.link().onUpdates([update('a', 7)]);
  await ward.answer([room('a', 6), room('b')]);
  expect(ward.state().streams?.[0]).toEqual(room('a', 7));
});

test('what happened while the link was lost arrives by the list and is news', async () => {
  const ward = await loaded();
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  ward.link().onOpen();
  await ward.answer([room('a', 2), room('b')]);
  expect(ward.news).toEqual([['a']]);
});

test('after a restore the database is right, even where its revisions are lower', async () => {
  const ward = await loaded([room('a', 9)]);
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  ward.link().onOpen();
  await ward.answer([room('a', 2)]);
  expect(ward.state().streams).toEqual([room('a', 2)]);
});

test('[LIVE-3] the page reloads 3000 ms after the live connection failed, and the failure is logged', async () => {
  const ward = await loaded();
  ward.link().onFailure({ isFatal: true, reason: 'the server answered with status 500' });
  expect(console.error).toHaveBeenCalledWith('The live connection failed, reason: the server answered with status 500');
  await vi.advanceTimersByTimeAsync(2_999);
  expect(ward.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ward.reload).toHaveBeenCalledOnce();
});

test('[LIVE-4] a connection that is live again before the 3000 ms are over calls the reload off', async () => {
  const ward = await loaded();
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  await vi.advanceTimersByTimeAsync(2_900);
  ward.link().onOpen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ward.reload).not.toHaveBeenCalled();
});

test('several failures in a row are one reload, counted from the first', async () => {
  const ward = await loaded();
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  await vi.advanceTimersByTimeAsync(2_000);
  ward.link().onFailure({ isFatal: false, reason: 'still cut' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ward.reload).toHaveBeenCalledOnce();
});

test('a page born of such a reload goes on connecting for a minute instead of reloading again', async () => {
  const storage = memoryStorage();
  const first = await loaded(undefined, storage);
  first.link().onFailure({ isFatal: true, reason: 'gone' });
  await vi.advanceTimersByTimeAsync(3_000);
  first.stop();

  const second = follow(undefined, storage);
  second.link().onFailure({ isFatal: true, reason: 'still gone' });
  await vi.advanceTimersByTimeAsync(3_499);
  expect(second.links).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(second.links).toHaveLength(2);
  expect(second.reload).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(60_000);
  second.link().onFailure({ isFatal: true, reason: 'gone for good' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(second.reload).toHaveBeenCalledOnce();
});

test('a page that would not come back from a reload connects again after a fatal failure too', async () => {
  const ward = follow(undefined, undefined, () => Promise.resolve(false));
  ward.link().onFailure({ isFatal: true, reason: 'the server answered with status 503' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ward.reload).not.toHaveBeenCalled();
  expect(ward.links).toHaveLength(2);
});

test('when the link is lost the rooms stay, as of the last time anything was heard', async () => {
  const ward = await loaded();
  await vi.advanceTimersByTimeAsync(7_000);
  ward.link().onActivity();
  await vi.advanceTimersByTimeAsync(2_000);
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  expect(ward.state()).toMatchObject({ link: 'lost', linkSince: 1_007_000, staleSince: 1_007_000 });
  expect(ward.state().streams).toHaveLength(2);
  expect(ward.remembered.at(-1)).toEqual({ asOf: 1_007_000, streams: [room('a'), room('b')] });
});

describe('a connection that the server ended in an orderly way', () => {
  const ended = { isFatal: false, isOrderly: true, reason: 'the server ended the connection' };
  const live = { link: 'live', staleSince: undefined };
  const lost = { link: 'lost', staleSince: 1_000_000 };

  test('is nothing to tell of when it is soon back, list and all', async () => {
    const ward = await loaded();
    ward.link().onFailure(ended);
    expect(ward.state()).toMatchObject(live);
    await vi.advanceTimersByTimeAsync(1_500);
    ward.link().onOpen();
    await ward.answer([room('a', 2), room('b')]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ward.state()).toMatchObject({ ...live, streams: [room('a', 2), room('b')] });
    expect(ward.news).toEqual([['a']]);
  });

  test('is lost when it is not back within 2500 ms, and not before', async () => {
    const slow = await loaded();
    slow.link().onFailure(ended);
    await vi.advanceTimersByTimeAsync(2_499);
    expect(slow.state()).toMatchObject(live);
    await vi.advanceTimersByTimeAsync(1);
    expect(slow.state()).toMatchObject(lost);
  });

  test('is lost as soon as the next one fails', async () => {
    const ward = await loaded();
    ward.link().onFailure(ended);
    ward.link().onFailure({ isFatal: false, reason: 'refused' });
    expect(ward.state()).toMatchObject(lost);
  });

  test('leaves the rooms grey when it is back and the list is not', async () => {
    const late = await loaded();
    late.link().onFailure(ended);
    late.link().onOpen();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(late.state()).toMatchObject({ link: 'live', staleSince: 1_000_000 });
  });

  test('leaves the rooms grey when the list fails', async () => {
    const ward = await loaded();
    ward.link().onFailure(ended);
    ward.link().onOpen();
    await ward.answer(new Error('the database is away'));
    expect(ward.state()).toMatchObject({ staleSince: 1_000_000, listFailingSince: 1_000_000 });
  });

  test('is not made good by a list that was asked for before', async () => {
    const ward = await loaded();
    ward.link().onFailure(ended);
    ward.link().onOpen();
    ward.link().onFailure(ended);
    await ward.answer([room('a')]);
    expect(ward.state().link).toBe('lost');
  });
});

test('rooms are greyed until the new list is there, not only until the link is', async () => {
  const ward = await loaded();
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  ward.link().onOpen();
  expect(ward.state().staleSince).toBe(1_000_000);
  await ward.answer([room('a')]);
  expect(ward.state().staleSince).toBeUndefined();
});

test('after the reload the last known rooms are there at once, stale, and stay remembered as of then', async () => {
  const ward = follow({ asOf: 900_000, streams: [room('a')] });
  expect(ward.state()).toMatchObject({ phase: 'loading', staleSince: 900_000, streams: [room('a')] });
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  expect(ward.remembered.at(-1)?.asOf).toBe(900_000);
  ward.link().onOpen();
  await ward.answer([room('a', 2)]);
  expect(ward.news).toEqual([['a']]);
});

test('without a live link the list is shown all the same, greyed', async () => {
  const ward = follow();
  ward.link().onFailure({ isFatal: true, reason: 'the server answered with status 500' });
  await ward.answer([room('a')]);
  expect(ward.state()).toMatchObject({ phase: 'loaded', link: 'lost', staleSince: 1_000_000 });
});

test('a late heartbeat shows as delayed, and is over with the next one', async () => {
  const ward = await loaded();
  await vi.advanceTimersByTimeAsync(15_000);
  ward.link().onDelayed();
  expect(ward.state()).toMatchObject({ link: 'delayed', linkSince: 1_000_000 });
  ward.link().onActivity();
  expect(ward.state().link).toBe('live');
});

test('a room that is not monitored makes no news', async () => {
  const ward = await loaded([room('a', 1, 'INACTIVE')]);
  ward.link().onUpdates([update('a', 2)]);
  expect(ward.news).toEqual([]);
});

test('leaving the ward calls a reload off', async () => {
  const ward = await loaded();
  ward.link().onFailure({ isFatal: false, reason: 'cut' });
  ward.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ward.reload).not.toHaveBeenCalled();
});
