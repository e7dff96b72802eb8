/** A peer for PostgreSQL: pgbench inserts one row of the same form into a table with the same indexes. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findProgram } from '../../../scripts/services/find-programs.mjs';
import { type Figure, figuresOf } from '../measure/figures.ts';
import { startCostMeter } from '../measure/process-cost.ts';

const statement = `insert into pgbench_report
  (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
  values (gen_random_uuid()::text, gen_random_uuid()::text, 3, 1, 1700000000000, 1700000000000, 1, gen_random_uuid()::text, 'card');`;

export async function measurePgbench(
  postgres: { readonly pid: number; readonly url: string },
  seconds: number,
): Promise<readonly Figure[]> {
  const program = findProgram('pgbench');
  if (program === undefined) throw new Error('pgbench is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'room-status-pgbench-'));
  const script = join(folder, 'insert.sql');
  await writeFile(script, statement);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create table pgbench_report (like report including all)');
  const { hostname, port, username, password, pathname } = new URL(postgres.url);
  const cost = startCostMeter(postgres.pid);
  const load = `-n -c 16 -j 1 -M prepared -T ${Math.max(1, Math.round(seconds))} -f ${script}`;
  const target = `-h ${hostname} -p ${port} -U ${username} ${pathname.slice(1)}`;
  await promisify(execFile)(program, `${load} ${target}`.split(' '), {
    env: { PATH: process.env['PATH'], PGPASSWORD: password },
  });
  const [cpu, elapsed] = [cost.cpuMicroseconds(), cost.seconds()];
  const { rows } = await client.query<{ count: string }>('select count(*) from pgbench_report');
  const count = Number(rows[0]?.count);
  await client.query('drop table pgbench_report');
  await client.end();
  await rm(folder, { recursive: true, force: true });
  const figure = figuresOf('pgbench', 'one row, 16 connections');
  return [figure('taken', count / elapsed, '1/s'), figure('database CPU each', cpu / count, 'us')];
}
