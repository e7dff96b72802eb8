import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken } from './one-time-tokens.ts';

const hour = 60 * 60_000;
const nora = { subject: 'nora', purpose: 'invitation' } as const;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await database.migrate();
});
afterEach(() => database.close());

test('a secret is valid until it is used, and a second use of it fails', async () => {
  const secret = await createOneTimeToken(database, nora, 0);
  expect(await findOneTimeToken(database, secret, 1)).toEqual(nora);
  expect(await consumeOneTimeToken(database, secret, 1)).toEqual(nora);
  expect(await findOneTimeToken(database, secret, 1)).toBeUndefined();
  expect(await consumeOneTimeToken(database, secret, 1)).toBeUndefined();
});

test.each([
  ['invitation', 72 * hour],
  ['password', 72 * hour],
  ['passkey', 5 * 60_000],
] as const)('a secret for %s expires after %i ms', async (purpose, lifetimeMs) => {
  const secret = await createOneTimeToken(database, { subject: 'nora', purpose }, 0);
  expect(await findOneTimeToken(database, secret, lifetimeMs - 1)).toBeDefined();
  expect(await findOneTimeToken(database, secret, lifetimeMs)).toBeUndefined();
  expect(await consumeOneTimeToken(database, secret, lifetimeMs)).toBeUndefined();
});

test('a new secret replaces the earlier one for the same purpose of the account, and no other', async () => {
  const replaced = await createOneTimeToken(database, nora, 0);
  const others = [
    await createOneTimeToken(database, { ...nora, purpose: 'passkey' }, 0),
    await createOneTimeToken(database, { ...nora, subject: 'other' }, 0),
  ];
  await createOneTimeToken(database, nora, 0);
  expect(await findOneTimeToken(database, replaced, 1)).toBeUndefined();
  for (const other of others) expect(await findOneTimeToken(database, other, 1)).toBeDefined();
});

test('a new secret deletes those that have expired', async () => {
  await createOneTimeToken(database, nora, 0);
  await createOneTimeToken(database, { ...nora, subject: 'other' }, 72 * hour);
  expect(await database.query.selectFrom('one_time_token').select('subject').execute()).toEqual([{ subject: 'other' }]);
});
