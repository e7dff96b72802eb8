import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { ensureAccount, findAccount, verifyPassword } from './accounts.ts';
import { dummyPasswordHash, hashPassword } from './password-hash.ts';

let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  await database.migrate();
});
afterEach(() => database.close());

const nora = {
  username: 'Nora',
  password: 'Blåbær 7',
  displayName: 'Nora Lind',
  email: 'nora@home.example',
  groups: ['nurses'],
};

test('somebody with the right password is let in, however the name is written', async () => {
  const account = await ensureAccount(database, nora);
  expect(account).toMatchObject({ username: 'nora', displayName: 'Nora Lind', groups: ['nurses'] });
  expect(await verifyPassword(database, ' NORA ', nora.password)).toEqual(account);
  expect(await findAccount(database, account.subject)).toEqual(account);
});

test('the same letters typed on another keyboard are the same password', async () => {
  await ensureAccount(database, nora);
  expect(await verifyPassword(database, 'nora', nora.password.normalize('NFD'))).toBeDefined();
});

test('a wrong password and an unknown name are refused alike', async () => {
  await ensureAccount(database, nora);
  expect(await verifyPassword(database, 'nora', 'blåbær 7')).toBeUndefined();
  expect(await verifyPassword(database, 'nora', '')).toBeUndefined();
  expect(await verifyPassword(database, 'nobody', nora.password)).toBeUndefined();
  expect(await verifyPassword(database, 'nora', 'x'.repeat(100_000))).toBeUndefined();
});

test('an unknown name costs as much as a known one', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(costOf(dummyPasswordHash)).toEqual(costOf(await hashPassword('anything')));
});

test('an account that is made again keeps its subject, and gets what changed', async () => {
  const first = await ensureAccount(database, nora);
  const second = await ensureAccount(database, { ...nora, password: 'a new one', groups: ['managers'] });
  expect(second).toEqual({ ...first, groups: ['managers'] });
  expect(await verifyPassword(database, 'nora', nora.password)).toBeUndefined();
  expect(await verifyPassword(database, 'nora', 'a new one')).toEqual(second);
});

test('an account that is as wanted is not written again', async () => {
  await ensureAccount(database, nora);
  const before = await database.query.selectFrom('account').selectAll().execute();
  await ensureAccount(database, nora);
  expect(await database.query.selectFrom('account').selectAll().execute()).toEqual(before);
});

test('an account without a password is not made', async () => {
  await expect(ensureAccount(database, { ...nora, password: '' })).rejects.toThrow('password');
});
