import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { readDemoHome } from '../../demo/demo-home.ts';
import { seedDemoHome } from '../../demo/seed-demo-home.ts';
import { listAccounts, verifyPassword } from '../../people/accounts/accounts.ts';
import { readConfig } from '../config.ts';
import { seedData } from './seed-data.ts';

const noon = Date.UTC(2026, 2, 1, 12);

test('a start of the demo imports its home and rights, and the next start keeps the statuses of the rooms', async () => {
  const database = await openTestDatabase();
  await database.migrate();
  const readAll = async () => ({
    streams: await database.query.selectFrom('stream').selectAll().orderBy('uuid').execute(),
    rights: await database.query.selectFrom('group_right').selectAll().orderBy('scope_uuid').execute(),
  });
  await seedDemoHome(database, noon);
  const { streams, rights } = await readAll();
  expect(streams.map(({ uuid }) => uuid)).toEqual(readDemoHome().rooms.map(({ uuid }) => uuid));
  expect(streams[0]).toMatchObject({ alias: 'room-101', room_status: -1, revision: 0, seen_at: null, rules: null });
  expect(rights.map(({ role }) => role).toSorted()).toEqual(['administrator', 'manager', 'manager', 'ward-nurse']);

  const reported = { room_status: 5, last_notification: 3, last_notification_sent: 1_000, revision: 7 };
  await database.query.updateTable('stream').set(reported).execute();
  const before = await readAll();
  await seedDemoHome(database, noon + 60_000);
  expect(await readAll()).toEqual(before);
  await database.close();
});

test('ROOM_STATUS_ADMIN_PASSWORD creates the account admin if there is no account, and otherwise is ignored and logged', async () => {
  const database = await openTestDatabase();
  await database.migrate();
  const config = readConfig({ ROOM_STATUS_ADMIN_PASSWORD: 'the first password' }, ['--no-demo']);
  const messages: string[] = [];
  const log = { warn: (_details: object, message: string) => void messages.push(message) };
  const seed = () => seedData(database, { config, now: () => noon, log });
  await seed();
  expect(messages).toEqual([]);
  expect(await database.query.selectFrom('setup_code').selectAll().execute(), 'setup codes').toEqual([]);
  expect(await verifyPassword(database, 'admin', 'the first password')).toMatchObject({ username: 'admin' });
  await database.query.updateTable('account').set({ password_hash: 'changed', username: 'berta' }).execute();
  await seed();
  expect(messages).toEqual([expect.stringContaining('ROOM_STATUS_ADMIN_PASSWORD is ignored')]);
  expect((await listAccounts(database)).map(({ username }) => username)).toEqual(['berta']);
  const row = await database.query.selectFrom('account').select('password_hash').executeTakeFirst();
  expect(row?.password_hash).toBe('changed');
  await database.close();
});
