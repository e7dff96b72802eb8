import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureAccount } from '../../src/server/people/accounts/add-account.ts';
import { readLastBackup } from '../../src/server/status/backup-queries.ts';
import { runCommand, runDone } from '../support/app/run-command.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';

const homeFile = `clients:
  - displayName: Anker Care
    locations:
      - displayName: Harbour House
        wards:
          - displayName: Ward X
            streams: [{ displayName: Room 1, type: camera }]
`;

const nora = { username: 'nora', displayName: 'Nora', email: 'n@localhost', groups: [], password: 'a long password' };

let app: TestApp;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-operator-audit-'));
  app = await startTestApp({ args: ['--no-demo'] });
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const done = (...words: string[]) => runDone(app.settings, words);

async function importHome(text: string): Promise<void> {
  const file = join(folder, 'home.yaml');
  writeFileSync(file, text);
  await done('import', file, '--remove-missing');
}

const readEvents = () =>
  app.database.query
    .selectFrom('audit_event')
    .selectAll()
    .where('actor_kind', '=', 'operator')
    .orderBy('sequence')
    .execute();

/** The number of audit events that `newEvents` has returned. Each call returns further events, as `action object`. */
let readCount = 0;
beforeEach(() => {
  readCount = 0;
});
async function newEvents() {
  const events = (await readEvents()).slice(readCount);
  readCount += events.length;
  return events.map(({ action, object_name: name }) => (name === null ? action : `${action} ${name}`));
}

test('each operator command that changes data is recorded with the name of the operator, and a command that only reads is not recorded', async () => {
  await importHome(homeFile);
  expect(await newEvents()).toEqual([
    'home.import Anker Care',
    'client.add Anker Care',
    'location.add Harbour House',
    'ward.add Ward X',
    'room.add Room 1',
  ]);
  await ensureAccount(app.database, nora);
  await runDone(app.settings, ['account', 'password', 'nora'], 'another password\n');
  await done('keys', 'rotate');
  await done('prune', '--older-than', '90d');
  expect(await newEvents()).toEqual(['account.change-password nora', 'provider-keys.rotate', 'data.prune']);
  for (const word of ['export', 'check']) await runCommand(app.settings, [word]);
  await done('prune', '--older-than', '90d', '--dry-run');
  expect(await newEvents()).toEqual([]);
  const events = await readEvents();
  const pruned = events.find(({ action }) => action === 'data.prune')?.new_values ?? '';
  expect(JSON.parse(pruned)).toMatchObject({ reports: 0, alerts: 0, sessions: 0, auditEvents: 0 });
  expect(new Set(events.map(({ actor_name: name }) => name))).toEqual(new Set([userInfo().username]));
  expect(JSON.stringify(events)).not.toMatch(/long password|another password|scrypt/);
});

test('a backup that another program has made is recorded once, with its time, and none of the future', async () => {
  const readBackup = async () => new Date((await readLastBackup(app.database.query)) ?? 0).toISOString();
  await done('record-backup', '--at', '2026-03-01T03:15:00+01:00');
  expect(await readBackup()).toBe('2026-03-01T02:15:00.000Z');
  for (const at of ['2026-03-01T02:15:00Z', '2026-02-28T02:15:00Z'])
    expect(await done('record-backup', '--at', at)).toBe('This backup, or a newer one, is recorded already.');
  for (const at of ['yesterday', '2026-03-01T02:15:00', '2999-01-01T00:00:00Z'])
    expect(await runCommand(app.settings, ['record-backup', '--at', at])).toMatchObject({ code: 2, stdout: '' });
  expect(await newEvents()).toEqual(['data.backup-recorded']);
  const before = new Date().toISOString();
  await done('record-backup');
  expect((await readBackup()) >= before).toBe(true);
});
