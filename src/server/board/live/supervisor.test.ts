import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../domain/user.ts';
import type { UserCaller } from '../../http/api-server.ts';
import { LiveConnection } from './live-connection.ts';
import { startViewerSupervisor, type ViewerSupervisorOptions } from './supervisor.ts';

const user: User = { subject: 'nora', displayName: null, rights: [], roles: [], scopes: [] };
const never = Number.MAX_SAFE_INTEGER;

let supervisor: ReturnType<typeof startViewerSupervisor>;
let rechecked: string[][];
let errors: unknown[];
beforeEach(() => {
  vi.useFakeTimers();
  [rechecked, errors] = [[], []];
});
afterEach(() => {
  supervisor.stop();
  vi.useRealTimers();
});

function start(options: Partial<ViewerSupervisorOptions> = {}) {
  supervisor = startViewerSupervisor({
    now: () => Date.now(),
    heartbeatMs: 10_000,
    hasOutage: () => false,
    isUncertain: () => false,
    areVisible: () => true,
    recheck: async (callers) => {
      rechecked.push(callers.map(({ tokenId }) => tokenId));
      return callers.map((caller) => caller.user);
    },
    onError: (error) => void errors.push(error),
    ...options,
  });
}

function connect(tokenId = 'token', { expiresAt = never } = {}) {
  const caller: UserCaller = { user, groups: [], tokenId, sessionId: undefined, expiresAt };
  const connection = new LiveConnection(new ServerResponse(new IncomingMessage(new Socket())), caller, ['ward']);
  const [send, end] = [vi.spyOn(connection, 'send').mockReturnValue(), vi.spyOn(connection, 'end').mockReturnValue()];
  const breakOff = vi.spyOn(connection, 'breakOff').mockReturnValue();
  supervisor.add(connection);
  return {
    connection,
    heartbeats: () => send.mock.calls.length,
    isEnded: () => end.mock.calls.length > 0,
    isBrokenOff: () => breakOff.mock.calls.length > 0,
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('a viewer gets a heartbeat every ten seconds after connecting', async () => {
  start();
  await pass(3_000);
  const viewer = connect();
  const counts: number[] = [];
  for (const milliseconds of [9_900, 400, 9_500, 600]) {
    await pass(milliseconds);
    counts.push(viewer.heartbeats());
  }
  expect(counts).toEqual([0, 1, 1, 2]);
  supervisor.remove(viewer.connection);
  await pass(30_000);
  expect(viewer.heartbeats()).toBe(2);
});

test('viewers get no heartbeats while boards may miss updates, and get the delayed heartbeats afterwards', async () => {
  let isUncertain = true;
  start({ isUncertain: () => isUncertain });
  const viewer = connect();
  await pass(25_000);
  expect(viewer.heartbeats()).toBe(0);
  isUncertain = false;
  await pass(300);
  expect(viewer.heartbeats()).toBe(1);
});

test('a live connection ends when its token expires, and is broken off when there is an outage', async () => {
  let hasOutage = false;
  start({ hasOutage: () => hasOutage });
  const [first, second] = [connect('first', { expiresAt: Date.now() + 5_000 }), connect('second')];
  await pass(4_900);
  expect(first.isEnded()).toBe(false);
  await pass(400);
  expect([first.isEnded(), second.isEnded()]).toEqual([true, false]);
  hasOutage = true;
  await pass(300);
  expect([second.isEnded(), second.isBrokenOff()]).toEqual([false, true]);
});

test('all viewers whose rights are due to be checked are checked with one query within three seconds, also after the check has failed', async () => {
  let isDown = true;
  start({
    recheck: async (callers) => {
      rechecked.push(callers.map(({ tokenId }) => tokenId));
      if (isDown) throw new Error('away');
      return callers.map(({ tokenId }) => (tokenId === 'ended' ? undefined : user));
    },
    areVisible: (_user, [ward]) => ward === 'ward',
  });
  const [ended, active] = [connect('ended'), connect('active')];
  await pass(3_000);
  expect(rechecked).toEqual([['ended', 'active']]);
  expect([errors.length, ended.isEnded(), active.isEnded()]).toEqual([1, false, false]);
  isDown = false;
  await pass(3_000);
  expect([errors.length, ended.isEnded(), active.isEnded()]).toEqual([1, true, false]);
});

test('a slow check of rights is not started a second time, and viewers that became due meanwhile are checked after it', async () => {
  const slow = Promise.withResolvers<void>();
  start({
    recheck: async (callers) => {
      rechecked.push(callers.map(({ tokenId }) => tokenId));
      await slow.promise;
      return callers.map(() => user);
    },
  });
  connect('first');
  await pass(1_000);
  connect('second');
  await pass(20_000);
  expect(rechecked).toEqual([['first']]);
  slow.resolve();
  await pass(300);
  expect(rechecked).toEqual([['first'], ['second', 'first']]);
});
