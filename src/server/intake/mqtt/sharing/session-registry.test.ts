import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import type { Database } from '../../../database/database.ts';
import { createSessionRegistry } from './session-registry.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const processes = (...holders: readonly string[]) => holders.map((holder) => createSessionRegistry(database, holder));

test('of those that find a session silent at the same time one gets it', async () => {
  const [gone, ...others] = processes('gone', 'a', 'b', 'c');
  await gone?.say('of gone', ['x/#']);
  const [seen] = (await gone?.all()) ?? [];
  expect(seen).toEqual({ clientId: 'of gone', holder: 'gone', beat: 1, filters: ['x/#'] });
  if (seen === undefined) return;
  const claims = await Promise.all(others.map((one) => one.claim(seen)));
  expect(claims.filter((isOurs) => isOurs)).toHaveLength(1);
  expect(await gone?.keep('of gone')).toBe(false);
});

test('one that said something since it was seen is not taken over, and one that is back has its own again', async () => {
  const [own, other] = [createSessionRegistry(database, 'own'), createSessionRegistry(database, 'other')];
  await own.say('of own', []);
  const [seen] = await other.all();
  if (seen === undefined) throw new Error('there is none');
  expect(await own.keep('of own')).toBe(true);
  expect(await other.claim(seen)).toBe(false);
  const [now] = await other.all();
  expect(now !== undefined && (await other.claim(now))).toBe(true);
  await own.say('of own', []);
  expect([await other.keep('of own'), await own.keep('of own')]).toEqual([false, true]);
  await other.remove('of own');
  expect(await own.all()).toHaveLength(1);
});

test('of those that leave at the same time one stays behind, so that nothing is lost', async () => {
  const names = ['a', 'b', 'c'];
  const all = processes(...names);
  await Promise.all(all.map((one) => one.say(`of ${one.holder}`, [])));
  const left = await Promise.all(all.map((one) => one.leave(`of ${one.holder}`)));
  expect(left.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true, true]);
});
