import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { createServerSource } from '../../audit/audit-actors.ts';
import { addInvitedAccount } from './add-account.ts';
import { consumePasswordLink, createPasswordLink, findLinkedAccount } from './password-links.ts';

const lifetimeMs = 72 * 60 * 60_000;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

async function invite(username: string): Promise<string> {
  const wanted = { username, displayName: username, email: `${username}@localhost`, groups: [] };
  return (await addInvitedAccount(database, wanted, createServerSource()))?.subject ?? '';
}

/** Creates a link and returns its secret. */
async function linkOf(subject: string, now = 0): Promise<string> {
  const { url } = await createPasswordLink(database, { subject, issuer: 'https://rooms.example.org/idp', now });
  return new URL(url).hash.slice(1);
}

const nameBehind = async (secret: string, now: number) => (await findLinkedAccount(database, secret, now))?.username;

test('a link to set a password is valid until it is used, and a second use of it fails', async () => {
  const secret = await linkOf(await invite('nora'));
  expect(await nameBehind(secret, 1)).toBe('nora');
  expect(await consumePasswordLink(database, secret, 1)).toBe(true);
  expect(await nameBehind(secret, 1)).toBeUndefined();
  expect(await consumePasswordLink(database, secret, 1)).toBe(false);
});

test('a link to set a password expires after 72 hours, and the next link deletes it', async () => {
  const secret = await linkOf(await invite('nora'));
  expect(await nameBehind(secret, lifetimeMs - 1)).toBe('nora');
  expect(await nameBehind(secret, lifetimeMs)).toBeUndefined();
  const other = await invite('other');
  await linkOf(other, lifetimeMs);
  expect(await database.query.selectFrom('one_time_token').select('subject').execute()).toEqual([{ subject: other }]);
  expect(await consumePasswordLink(database, secret, lifetimeMs)).toBe(false);
});

test('a new link to set a password replaces the earlier link of its account, and no link of another account', async () => {
  const nora = await invite('nora');
  const [replaced, other] = [await linkOf(nora), await linkOf(await invite('other'))];
  const newest = await linkOf(nora);
  expect([await nameBehind(replaced, 1), await nameBehind(other, 1), await nameBehind(newest, 1)]).toEqual([
    undefined,
    'other',
    'nora',
  ]);
});
