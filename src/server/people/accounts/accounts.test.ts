import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { groupOfSubject } from '../../../domain/user.ts';
import { grantRight } from '../group-rights.ts';
import { findAccount, verifyPassword } from './accounts.ts';
import { ensureAccount } from './add-account.ts';
import { hasAdministratorAccount } from './administrators.ts';
import { dummyPasswordHash, hashPassword } from './password-hash.ts';

let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const nora = {
  username: 'Nora',
  password: 'Blåbær 7',
  displayName: 'Nora Lind',
  email: 'nora@home.example',
  groups: ['nurses'],
};

test('the correct password is accepted, in any Unicode form; case and spaces of the username do not matter', async () => {
  const account = await ensureAccount(database, nora);
  expect(account).toMatchObject({ username: 'nora', displayName: 'Nora Lind', groups: ['nurses'] });
  expect(await verifyPassword(database, ' NORA ', nora.password)).toEqual(account);
  expect(await verifyPassword(database, 'nora', nora.password.normalize('NFD'))).toEqual(account);
  expect(await findAccount(database, account.subject)).toEqual(account);
});

test('a wrong, empty or too long password and an unknown username are rejected', async () => {
  await ensureAccount(database, nora);
  expect(await verifyPassword(database, 'nora', 'blåbær 7')).toBeUndefined();
  expect(await verifyPassword(database, 'nora', '')).toBeUndefined();
  expect(await verifyPassword(database, 'nobody', nora.password)).toBeUndefined();
  await ensureAccount(database, { ...nora, username: 'long', password: 'x'.repeat(1025) });
  expect(await verifyPassword(database, 'long', 'x'.repeat(1025))).toBeUndefined();
});

test('checking an unknown username uses the same hash cost as a known one', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(costOf(dummyPasswordHash)).toEqual(costOf(await hashPassword('anything')));
});

test('an upsert of an existing account keeps its subject and changes password and groups', async () => {
  const first = await ensureAccount(database, nora);
  const second = await ensureAccount(database, { ...nora, password: 'a new one', groups: ['managers'] });
  expect(second).toEqual({ ...first, groups: ['managers'] });
  expect(await verifyPassword(database, 'nora', nora.password)).toBeUndefined();
  expect(await verifyPassword(database, 'nora', 'a new one')).toEqual(second);
});

test('another account in the group that carries the rights of one person does not become administrator', async () => {
  const anna = await ensureAccount(database, { ...nora, username: 'anna', groups: [] });
  const group = groupOfSubject(anna.subject);
  await grantRight(database, { group, role: 'administrator', scope: { kind: 'everything' } });
  expect(await hasAdministratorAccount(database)).toBe(true);
  await ensureAccount(database, { ...nora, groups: [group] });
  await database.query.deleteFrom('account').where('subject', '=', anna.subject).execute();
  expect(await hasAdministratorAccount(database)).toBe(false);
});
