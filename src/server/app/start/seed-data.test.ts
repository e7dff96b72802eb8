import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import { readDemoHome } from '../../demo/demo-home.ts';
import { findAccountByName, listAccounts, verifyPassword } from '../../identity-provider/accounts/accounts.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { readConfig } from '../config.ts';
import { seedData } from './seed-data.ts';
import { seedDemoHome } from './seed-demo-home.ts';

const noon = Date.UTC(2026, 2, 1, 12);

test('a start of the demo adds its home and its rights, and the next start keeps what the rooms have reported', async () => {
  const database = await openTestDatabase();
  await database.migrate();
  const readAll = async () => ({
    streams: await database.query.selectFrom('stream').selectAll().orderBy('uuid').execute(),
    rights: await database.query.selectFrom('group_right').selectAll().orderBy('scope_uuid').execute(),
  });
  await seedDemoHome(database, 1, noon);
  const { streams, rights } = await readAll();
  expect(streams.map(({ uuid }) => uuid)).toEqual(readDemoHome().rooms.map(({ uuid }) => uuid));
  expect(streams[0]).toMatchObject({ alias: 'room-101', room_status: -1, revision: 0, seen_at: noon, rules: null });
  expect(rights.map(({ role }) => role).toSorted()).toEqual(['administrator', 'manager', 'manager', 'ward-nurse']);

  const reported = { room_status: 5, last_notification: 3, last_notification_sent: 1_000, revision: 7 };
  await database.query.updateTable('stream').set(reported).execute();
  const before = await readAll();
  await seedDemoHome(database, 1, noon + 60_000);
  expect(await readAll()).toEqual(before);

  await seedDemoHome(database, 60, noon);
  for (const { type, rules } of (await readAll()).streams) {
    expect(ingestRulesOfStream(type, rules).debounceMs.out_of_bed ?? 0, 'the debounce at a higher speed').toBe(0);
  }
  await database.close();
});

describe('ROOM_STATUS_ADMIN_PASSWORD', () => {
  async function withSeeding(
    settings: Readonly<Record<string, string>>,
    check: (database: Awaited<ReturnType<typeof openTestDatabase>>, seed: () => Promise<string[]>) => Promise<void>,
  ): Promise<void> {
    const database = await openTestDatabase();
    await database.migrate();
    const config = readConfig({ ROOM_STATUS_ADMIN_PASSWORD: 'the first password', ...settings }, ['--no-demo']);
    await check(database, async () => {
      const messages: string[] = [];
      const log = { warn: (_details: object, message: string) => void messages.push(message) };
      await seedData(database, { config, now: () => noon, log });
      return messages;
    });
    await database.close();
  }

  test('ROOM_STATUS_ADMIN_PASSWORD creates the account admin if there is no account, and otherwise is ignored and logged', async () => {
    await withSeeding({}, async (database, seed) => {
      expect(await seed()).toEqual([]);
      expect(await database.query.selectFrom('setup_code').selectAll().execute(), 'setup codes').toEqual([]);
      expect(await verifyPassword(database, 'admin', 'the first password')).toMatchObject({ username: 'admin' });
      await database.query.updateTable('account').set({ password_hash: 'changed', username: 'berta' }).execute();
      expect(await seed()).toEqual([expect.stringContaining('ROOM_STATUS_ADMIN_PASSWORD is ignored')]);
      expect((await listAccounts(database)).map(({ username }) => username)).toEqual(['berta']);
      const row = await database.query.selectFrom('account').select('password_hash').executeTakeFirst();
      expect(row?.password_hash).toBe('changed');
    });
  });

  test('with an access file the account admin gets only the rights in the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'room-status-access-'));
    const file = join(folder, 'access.json');
    writeFileSync(file, '[{ "group": "it", "role": "administrator", "scope": { "kind": "everything" } }]');
    await withSeeding({ ACCESS_FILE: file }, async (database, seed) => {
      await seed();
      expect(await findAccountByName(database, 'admin')).toMatchObject({ groups: ['administrators'] });
      expect((await readGroupRights(database)).map(({ group }) => group)).toEqual(['it']);
    });
    rmSync(folder, { recursive: true });
  });
});
