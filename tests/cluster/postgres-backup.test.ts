import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { runCommand } from '../support/app/run-command.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { seedSmallHome } from '../support/homes/small-home.ts';

let postgres: OwnPostgres;
let settings: Record<string, string>;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  settings = { DATABASE_URL: postgres.url() };
}, 120_000);
afterAll(() => postgres.close());

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openPostgresDatabase>>) => Promise<T>) {
  const database = await openPostgresDatabase({ url: postgres.url(), poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Returns the shell commands of docs/operating.md that use a tool such as `pg_dump`. */
function documentedCommands(tool: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block);
  const block = blocks.find((commands) => commands.includes(`${tool} --`));
  if (block === undefined) throw new Error(`the document has no commands with ${tool}`);
  return block;
}

const runDocumented = (tool: string) =>
  promisify(execFile)('sh', ['-e', '-c', documentedCommands(tool)], {
    env: {
      PATH: process.env['PATH'],
      ...settings,
      ADMIN_URL: postgres.url('postgres'),
      BACKUP: join(postgres.folder, 'rooms'),
    },
  });

test('the documented pg_dump and pg_restore commands restore the data, and the command check finds no problem', async () => {
  await withDatabase(async (database) => {
    await database.migrate();
    await seedSmallHome(database);
    await runDocumented('pg_dump');
    await database.query.updateTable('ward').set({ display_name: 'Renamed since' }).execute();
    await expect(runDocumented('pg_restore')).rejects.toThrow('is being accessed by other users');
  });
  await runDocumented('pg_restore');
  const wards = await withDatabase(({ query }) => query.selectFrom('ward').select('display_name').execute());
  expect(wards.length).toBeGreaterThan(1);
  expect(wards).not.toContainEqual({ display_name: 'Renamed since' });
  expect(await runCommand(settings, ['check', '--no-demo'])).toMatchObject({ code: 0, stderr: '' });
}, 120_000);

test.each([
  ['backup', 'night'],
  ['restore', 'night', '--yes'],
])('on PostgreSQL the command %s fails and names pg_dump and pg_restore', async (...words) => {
  const { code, stdout, stderr } = await runCommand(settings, words);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('PostgreSQL is backed up with pg_dump and restored with pg_restore: see docs/operating.md.');
});
