import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import type { Database } from '../../../database/database.ts';
import { createSessionRegistry } from './session-registry.ts';
import { type Sharing, startSharing } from './sharing.ts';

/** It speaks for itself once, and then only when it is asked. */
const times = { everyMs: 1_000_000, silentMs: 4_000_000 };

let database: Database;
let sharing: Sharing;
const clock = { now: 0 };
beforeEach(async () => {
  database = await openTestDatabase();
  const registry = createSessionRegistry(database, 'own');
  const adopt = () => Promise.reject(new Error('there is nobody else'));
  const log = { warn: () => undefined };
  sharing = startSharing({ registry, clientId: 'a', filters: [], times, adopt, monotonic: () => clock.now, log });
  await sharing.isKnown();
});
afterEach(async () => {
  await sharing.leave();
  await database.close();
});

test('who has not been heard for long asks before storing whether another has its messages by now', async () => {
  const taken = vi.fn<() => void>();
  sharing.onTaken(taken);
  const other = createSessionRegistry(database, 'other');
  const [session] = await other.all();
  expect(session !== undefined && (await other.claim(session))).toBe(true);
  clock.now += times.silentMs - times.everyMs - 1;
  await sharing.makeSure();
  expect(taken).not.toHaveBeenCalled();
  clock.now += 1;
  await sharing.makeSure();
  expect(taken).toHaveBeenCalledOnce();
  expect(await other.keep('a')).toBe(false);
});

test('the last one to stop keeps its session, one of several does not', async () => {
  const other = createSessionRegistry(database, 'other');
  expect(await sharing.leave()).toBe(false);
  await other.say('b', []);
  expect(await sharing.leave()).toBe(true);
  await sharing.left();
  expect((await other.all()).map(({ clientId }) => clientId)).toEqual(['b']);
});
