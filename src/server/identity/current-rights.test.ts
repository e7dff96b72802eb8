import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import { replaceGroupRights } from '../people/group-rights.ts';
import { createCurrentRightsReader } from './authenticator.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.migrate();
  await replaceGroupRights(database, [{ group: 'nurses', role: 'ward-nurse', scope: { kind: 'everything' } }]);
});
afterAll(() => database.close());

const nora = { subject: 'nora', displayName: 'Nora' };

test('the groups of an account replace those in its token within a second; a new account has the groups in its token', async () => {
  let time = 0;
  const groups = new Map([['nora', ['nurses']]]);
  const currentRights = createCurrentRightsReader({
    database,
    now: () => time,
    readAccountGroups: async () => new Map(groups),
  });
  const rolesOf = async (subject: string, inToken: readonly string[]) =>
    (await currentRights())({ ...nora, subject }, inToken).roles;
  expect(await rolesOf('nora', [])).toEqual(['ward-nurse']);
  expect(await rolesOf('new', ['nurses'])).toEqual(['ward-nurse']);
  groups.set('nora', []);
  time += 1_000;
  expect(await rolesOf('nora', ['nurses'])).toEqual([]);
});

test('with an external provider the groups are those in the token', async () => {
  const currentRights = createCurrentRightsReader({ database, now: () => 0 });
  expect((await currentRights())(nora, ['nurses']).roles).toEqual(['ward-nurse']);
  expect((await currentRights())(nora, []).roles).toEqual([]);
});
