import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import type { Database } from '../../../database/database.ts';
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

test('a session of the embedded provider can be extended until it is destroyed', async () => {
  const sessions = records.adapterOf('Session');
  await sessions.upsert('cookie', { uid: 'u', accountId: 'a', loginTs: start / 1000 }, 60);
  await records.extendSession('u', (signedInAt) => signedInAt + 120_000);
  expect(await sessions.findByUid('u')).toHaveProperty('exp', start / 1000 + 120);
  await sessions.destroy('cookie');
  await records.extendSession('u', (signedInAt) => signedInAt + 240_000);
  expect(await sessions.find('cookie')).toBeUndefined();
});

test('revoking a grant deletes its tokens and keeps the tokens of other grants', async () => {
  await records.adapterOf('Grant').upsert('mine', {}, 60);
  await records.adapterOf('RefreshToken').upsert('a', { grantId: 'mine' }, 60);
  await records.adapterOf('RefreshToken').upsert('b', { grantId: 'other' }, 60);
  await records.revokeGrant('mine');
  const left = await database.query.selectFrom('identity_record').select(['model', 'grant_id']).execute();
  expect(left).toEqual([{ model: 'RefreshToken', grant_id: 'other' }]);
});

test.each(['Session', 'RefreshToken', 'AuthorizationCode'])(
  'a record of the model %s is stored under the hash of its id, and is found by the id only, never by the hash',
  async (model) => {
    const adapter = records.adapterOf(model);
    await adapter.upsert('the secret', { jti: 'the secret', uid: 'u', accountId: 'nora' }, 60);
    const [row] = await database.query.selectFrom('identity_record').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain('the secret');
    expect(await adapter.find('the secret')).toMatchObject({ jti: 'the secret', accountId: 'nora' });
    expect(await adapter.find(row?.id ?? '')).toBeUndefined();
    await adapter.consume('the secret');
    await adapter.upsert('the secret', { jti: 'the secret', accountId: 'berta' }, 60);
    expect(await adapter.find('the secret')).toMatchObject({ accountId: 'berta' });
    await adapter.destroy('the secret');
    expect(await adapter.find('the secret')).toBeUndefined();
  },
);

test('a session that was found by its uid can be destroyed', async () => {
  const sessions = records.adapterOf('Session');
  await sessions.upsert('cookie', { jti: 'cookie', uid: 'u', accountId: 'a' }, 60);
  const found = await sessions.findByUid('u');
  await sessions.destroy(found?.jti ?? '');
  expect(await sessions.find('cookie')).toBeUndefined();
});

test('each write of the login provider deletes its expired records', async () => {
  const grants = records.adapterOf('Grant');
  await grants.upsert('old', {}, 60);
  await grants.upsert('long', {}, 3600);
  time += 10 * 60_000;
  await grants.upsert('new', {}, 60);
  const left = await database.query.selectFrom('identity_record').select('id').orderBy('id').execute();
  expect(left).toEqual([{ id: 'long' }, { id: 'new' }]);
});

test('a session that a request saves while its grant is revoked is deleted', async () => {
  const sessions = records.adapterOf('Session');
  await records.adapterOf('Grant').upsert('grant', { accountId: 'a' }, 3600);
  const session = { uid: 'u', accountId: 'a', authorizations: { web: { grantId: 'grant' } } };
  await sessions.upsert('cookie', session, 3600);
  const found = await sessions.find('cookie');
  await records.revokeGrant('grant');
  await sessions.upsert('cookie', found ?? {}, 3600);
  expect(await sessions.find('cookie')).toBeUndefined();
});
