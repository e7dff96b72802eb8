/** A whole PostgreSQL database of a test's own, for what asks who else is connected to it. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestSchema } from './test-database.ts';

/** Undefined: the tests run on SQLite. */
export async function makeTestServerDatabase(): Promise<TestSchema | undefined> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
