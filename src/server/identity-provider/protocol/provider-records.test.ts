import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { createProviderRecords, type ProviderRecords } from './provider-records.ts';

const start = Date.UTC(2026, 0, 1);

let database: Database;
let records: ProviderRecords;
let time: number;

beforeEach(async () => {
  time = start;
  database = await openTestDatabase();
  await database.migrate();
  records = createProviderRecords({ database, now: () => time, refreshGraceSeconds: 20 });
});
afterEach(() => database.close());

test('a used refresh token can be used again for 20 s from its first use, an authorization code cannot', async () => {
  const codes = records.adapterOf('AuthorizationCode');
  await codes.upsert('a', { grantId: 'grant' }, 60);
  await codes.consume('a');
  expect(await codes.find('a')).toHaveProperty('consumed', start / 1000);
  const tokens = records.adapterOf('RefreshToken');
  await tokens.upsert('a', { grantId: 'grant' }, 3600);
  await tokens.consume('a');
  time += 19_000;
  expect(await tokens.find('a')).not.toHaveProperty('consumed');
  await tokens.consume('a');
  time += 1_000;
  expect(await tokens.find('a')).toHaveProperty('consumed', start / 1000);
});

test('an existing session can be extended; a destroyed one cannot', async () => {
  const sessions = records.adapterOf('Session');
  await sessions.upsert('cookie', { uid: 'u', loginTs: start / 1000 }, 60);
  await records.extendSession('u', (signedInAt) => signedInAt + 120_000);
  expect(await sessions.findByUid('u')).toHaveProperty('exp', start / 1000 + 120);
  await sessions.destroy('cookie');
  await records.extendSession('u', (signedInAt) => signedInAt + 240_000);
  expect(await sessions.find('cookie')).toBeUndefined();
});

test('revoking a grant deletes its tokens and leaves those of other grants', async () => {
  await records.adapterOf('Grant').upsert('mine', {}, 60);
  await records.adapterOf('RefreshToken').upsert('a', { grantId: 'mine' }, 60);
  await records.adapterOf('RefreshToken').upsert('b', { grantId: 'other' }, 60);
  await records.revokeGrant('mine');
  const left = await database.query.selectFrom('identity_record').select('id').execute();
  expect(left).toEqual([{ id: 'b' }]);
});

test('a write deletes expired records', async () => {
  const interactions = records.adapterOf('Interaction');
  await interactions.upsert('old', {}, 60);
  await interactions.upsert('long', {}, 3600);
  time += 10 * 60_000;
  await interactions.upsert('new', {}, 60);
  const left = await database.query.selectFrom('identity_record').select('id').orderBy('id').execute();
  expect(left).toEqual([{ id: 'long' }, { id: 'new' }]);
});
