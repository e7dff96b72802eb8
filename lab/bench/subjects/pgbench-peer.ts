/** A floor for PostgreSQL: pgbench puts one row of the same form into a table with the same indexes, and nothing else. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findProgram } from '../../../scripts/services/find-programs.mjs';
import type { Figure } from '../measure/figures.ts';
import { watchCost } from '../measure/process-cost.ts';

/** gen_random_uuid stands for an id that the device has made. */
const statement = `insert into pgbench_report
  (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
  values (gen_random_uuid()::text, gen_random_uuid()::text, 3, 1, 1700000000000, 1700000000000, 1, gen_random_uuid()::text, 'card');`;

export async function measurePgbench(
  postgres: { readonly pid: number; readonly url: string },
  seconds: number,
): Promise<readonly Figure[]> {
  const program = findProgram('pgbench');
  if (program === undefined) {
    console.warn('pgbench is left out: it is not installed');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'room-status-pgbench-'));
  const script = join(folder, 'insert.sql');
  await writeFile(script, statement);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create table pgbench_report (like report including all)');
  const { hostname, port, username, password, pathname } = new URL(postgres.url);
  const cost = watchCost(postgres.pid);
  const args = [
    '-n',
    '-c',
    '16',
    '-j',
    '1',
    '-M',
    'prepared',
    '-T',
    String(Math.max(1, Math.round(seconds))),
    '-f',
    script,
  ];
  await promisify(execFile)(program, [...args, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)], {
    env: { PATH: process.env['PATH'], PGPASSWORD: password },
  });
  const [cpu, took] = [cost.cpuMicroseconds(), cost.seconds()];
  const { rows } = await client.query<{ count: string }>('select count(*) from pgbench_report');
  const count = Number(rows[0]?.count);
  await client.query('drop table pgbench_report');
  await client.end();
  await rm(folder, { recursive: true, force: true });
  const figure = { subject: 'pgbench', way: 'one row, 16 connections' };
  return [
    { ...figure, measure: 'taken', value: count / took, unit: '1/s' },
    { ...figure, measure: 'database CPU each', value: cpu / count, unit: 'us' },
  ];
}
