/** A primary and its standby, as two hosts of one address. The primary is reached through a proxy that can be blocked. */
import { execFile } from 'node:child_process';
import { chown, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requireProgram } from '../../scripts/services/find-programs.mjs';
import { ownerOfData, type PostgresService, startPostgres } from '../../scripts/services/postgres.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { OperatorError } from '../../src/server/shared/operator-error.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let primary: OwnPostgres;
let standby: PostgresService;
let pathToPrimary: TcpProxy;
let database: Database | undefined;

beforeAll(async () => {
  primary = await startOwnPostgres();
  standby = await startStandby(primary);
  pathToPrimary = await startTcpProxy(() => primary.port);
}, 120_000);
afterAll(async () => {
  await database?.close();
  await pathToPrimary.close();
  await standby.stop();
  await primary.close();
}, 60_000);

/** Copies the data of the primary and starts a standby on the copy. */
async function startStandby({ folder, url }: OwnPostgres): Promise<PostgresService> {
  const ownFolder = join(folder, 'standby');
  const owner = ownerOfData();
  await mkdir(ownFolder, { mode: 0o700 });
  if (owner !== undefined) await chown(ownFolder, owner.uid, owner.gid);
  const dataFolder = join(ownFolder, 'data');
  const copy = ['-d', url('postgres'), '-D', dataFolder, '--write-recovery-conf', '--no-sync', '--checkpoint=fast'];
  await promisify(execFile)(requireProgram('pg_basebackup'), copy, { ...owner, cwd: ownFolder });
  await copyFile(join(folder, 'postgres/password'), join(ownFolder, 'password'));
  return startPostgres({ folder: ownFolder });
}

/** Opens the database at the address with both hosts, the standby first. */
async function openBoth(): Promise<Database> {
  const url = new URL(primary.url());
  const hosts = [`127.0.0.1:${standby.port}`, `localhost:${pathToPrimary.port}`].join(',');
  database = await openPostgresDatabase({ url: url.href.replace(url.host, hosts), statementTimeoutMs: 1_000 });
  await sql`create table fact (name text)`.execute(database.query);
  return database;
}

const insert = ({ query }: Database, name: string) => sql`insert into fact values (${name})`.execute(query);

async function promote(): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url() });
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();
}

test('an address that leads to a standby is refused', async () => {
  const failure: unknown = await openPostgresDatabase({ url: standby.url() }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  expect(String(failure)).toContain('the server is a standby, not the primary');
});

test('the primary is found among the hosts; when it is silent and another host was promoted, its queries fail and new ones go there', async () => {
  const opened = await openBoth();
  // Opens all connections of the pool.
  await Promise.all(Array.from({ length: 20 }, () => insert(opened, 'before')));
  pathToPrimary.silence();
  const waiting = Array.from({ length: 5 }, () => insert(opened, 'silent').catch((error: unknown) => error));
  await promote();
  const failures = await Promise.all(waiting);
  expect(failures.map((failure) => opened.isUnavailable(failure))).toEqual(failures.map(() => true));
  await vi.waitFor(() => insert(opened, 'after'), { timeout: 5_000 });
  await Promise.all(Array.from({ length: 20 }, () => insert(opened, 'many')));
});
