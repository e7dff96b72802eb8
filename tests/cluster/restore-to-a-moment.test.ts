/** Backs up a real PostgreSQL with pgBackRest and restores it to a moment, with the files of deploy/ and documented commands. */
import { execFile } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { requireProgram } from '../../scripts/services/find-programs.mjs';
import { freePort } from '../../scripts/services/ports.ts';
import { ownerOfData } from '../../scripts/services/postgres.ts';
import { statusEndpoints } from '../../src/contract/status/status.ts';
import { ensureAccount } from '../../src/server/people/accounts/add-account.ts';
import { grantRight } from '../../src/server/people/group-rights.ts';
import { callApi } from '../support/app/call-api.ts';
import { runDone } from '../support/app/run-command.ts';
import { seedData, seedDeviceKey } from '../support/app/seed-data.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { homeFile, homeFileWard } from '../support/homes/home-file.ts';
import { signIn } from '../support/identity/sign-in.ts';

const root = join(import.meta.dirname, '../..');
const password = 'a long password';

let postgres: OwnPostgres;
let repository: string;
let settings: Record<string, string>;
let url: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  await ensureServices(['pgbackrest']);
  postgres = await startOwnPostgres((folder) => {
    // The socket is for pgBackRest, which does not connect by TCP.
    const socket = `unix_socket_directories=${folder}`;
    return [socket, ...readArchiveSettings(writeConfig(folder))];
  });
  const port = String(await freePort());
  url = `http://localhost:${port}`;
  settings = { DATA_DIR: join(postgres.folder, 'server'), PORT: port, DATABASE_URL: postgres.url() };
}, 120_000);
afterAll(async () => {
  await stopServer();
  await postgres.close();
});

/** The settings of deploy/pgbackrest/archive.conf, with another path of pgBackRest. */
function readArchiveSettings(command: string): readonly string[] {
  const lines = readFileSync(join(root, 'deploy/pgbackrest/archive.conf'), 'utf8').split('\n');
  return lines
    .filter((line) => /^\w/.test(line))
    .map((line) => line.replace(/ = '?(.*?)'?$/, '=$1').replace('pgbackrest', command));
}

/** Writes deploy/pgbackrest/pgbackrest.conf with the paths of the test. Returns a program that starts pgBackRest with it. */
function writeConfig(folder: string): string {
  const [config, program] = [join(folder, '../pgbackrest.conf'), join(folder, '../pgbackrest')];
  repository = join(folder, 'repository');
  const text = readFileSync(join(root, 'deploy/pgbackrest/pgbackrest.conf'), 'utf8')
    .replace('/backup/pgbackrest', repository)
    .replace('CHANGE-ME', 'a pass phrase of the test')
    .replace('/var/lib/postgresql/15/main', join(folder, 'data'));
  const paths = ['log', 'lock', 'spool'].map((name) => `${name}-path=${join(folder, 'pgbackrest')}`);
  writeFileSync(config, text.replace('[global]', `[global]\n${paths.join('\n')}`));
  writeFileSync(program, `#!/bin/sh\nexec ${requireProgram('pgbackrest')} --config=${config} "$@"\n`, { mode: 0o755 });
  return program;
}

/** Runs the shell commands of docs/operating.md that contain `words`, as the user of PostgreSQL. */
async function runDocumented(words: string, variables: Readonly<Record<string, string>> = {}): Promise<void> {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const block = [...text.matchAll(/^```sh\n([^]*?)^```/gm)]
    .map(([, one = '']) => one)
    .find((one) => one.includes(words));
  if (block === undefined) throw new Error(`the document has no commands with ${words}`);
  const { password: secret, port, username } = new URL(postgres.url());
  const env = {
    PATH: `${postgres.folder}:${process.env['PATH']}`,
    PGDATA: postgres.dataFolder,
    PGPASSWORD: secret,
    PGBACKREST_PG1_PORT: port,
    PGBACKREST_PG1_USER: username,
    PGBACKREST_PG1_SOCKET_PATH: join(postgres.dataFolder, '..'),
    ...variables,
  };
  await promisify(execFile)('sh', ['-e', '-c', block], { ...ownerOfData(), env, cwd: '/' });
}

async function startServer(): Promise<void> {
  server = startServerProcess(settings, ['--no-demo']);
  await server.untilOutput('Ctrl-C stops it');
}

async function stopServer(): Promise<void> {
  server?.signal('SIGTERM');
  await server?.ended;
  server = undefined;
}

const call = (path: string, bearer: string, body?: object) => callApi(url, path, bearer, body);

/** Imports the home and creates an administrator. Returns a device key. */
async function setUpHome(): Promise<string> {
  const file = join(postgres.folder, 'home.yaml');
  writeFileSync(file, homeFile);
  await runDone(settings, ['import', file]);
  await seedData(settings, async (database) => {
    await grantRight(database, { group: 'it', role: 'administrator', scope: { kind: 'everything' } });
    const anna = { username: 'anna', displayName: 'Anna A', email: 'anna@localhost', groups: ['it'] };
    await ensureAccount(database, { ...anna, password });
  });
  return seedDeviceKey(settings);
}

/** Runs SQL that returns one `value`. */
const ask = (text: string) =>
  seedData(
    settings,
    async ({ query }) => (await sql<{ value: string }>`${sql.raw(text)}`.execute(query)).rows[0]?.value,
  );

const tokenOf = async () => (await signIn(url, 'anna', password)).accessToken;
const roomsOf = (token: string) => call(`/streams?locationUUID=${homeFileWard}`, token);

async function readFindings(token: string) {
  const status = z.parse(statusEndpoints.getSystemStatus.response, await call('/manage/status', token));
  return { names: status.findings.map(({ name }) => name), backupAt: status.backup.at };
}

test('PostgreSQL is restored to a moment between two reports, and the boards show the first report; System status names the backup, and an archive that fails', async () => {
  await startServer();
  const key = await setUpHome();
  const report = (status: string) => call('/reports', key, { stream: 'harbour-house/room-1', status });
  let token = await tokenOf();
  expect((await readFindings(token)).names).toContain('backup-unrecorded');
  await runDocumented('stanza-create');
  const recordedFrom = Date.now();
  await runDone(settings, ['record-backup']);
  const { names, backupAt } = await readFindings(token);
  expect(names).toEqual(expect.arrayContaining(['backup-ok', 'archive-ok']));
  expect(Date.parse(backupAt ?? '')).toBeGreaterThanOrEqual(recordedFrom);

  expect(await report('out_of_bed')).toMatchObject({ results: [{ outcome: 'accepted' }] });
  const shown = await roomsOf(token);
  // pgBackRest knows the end of a backup by the second, and needs one that ended before the moment.
  await expect.poll(() => Date.now()).toBeGreaterThan(recordedFrom + 2_000);
  const moment = await ask('select clock_timestamp()::text as value');
  expect(await report('man_down')).toMatchObject({ results: [{ outcome: 'accepted' }] });
  expect(await roomsOf(token)).toMatchObject({ items: [{ roomStatus: 1 }, {}] });
  await stopServer();
  await postgres.stop();

  await runDocumented('--target=', { MOMENT: moment ?? '' });
  await postgres.start();
  await startServer();
  token = await tokenOf();
  expect(await roomsOf(token)).toEqual(shown);
  expect(shown).toMatchObject({ items: [{ displayName: 'Room 1', roomStatus: 3 }, {}] });
  expect(await report('in_bed')).toMatchObject({ results: [{ outcome: 'accepted' }] });
  await runDone(settings, ['check']);

  renameSync(repository, `${repository}.away`);
  writeFileSync(repository, 'a file, so that the repository cannot be written');
  await ask('select pg_switch_wal()::text as value');
  await expect.poll(async () => (await readFindings(token)).names).toContain('archive-failing');
  rmSync(repository);
  renameSync(`${repository}.away`, repository);
  await ask('select pg_switch_wal()::text as value');
  await expect.poll(async () => (await readFindings(token)).names).toContain('archive-ok');
}, 180_000);
