import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { createWebServer } from '../http/web-server.ts';
import { registerHealthRoutes } from './health.ts';

test('GET /health reports the state of database, storing and bus, the version and the warnings', async () => {
  const app = await startSmallApp();
  const health = async (): Promise<unknown> => (await fetch(`${app.url}/health`)).json();
  const healthy = { status: 'ok', version: '1.2.3', database: 'ok', storing: 'ok', bus: 'ok', warnings: [] };
  await expect.poll(health).toEqual(healthy);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  await app.close();
});

test('GET /health and GET /health/ready answer 503 when the database does not respond', async () => {
  const app = await startSmallApp();
  await app.database.close();
  const response = await fetch(`${app.url}/health`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    status: 'unavailable',
    database: 'unavailable',
    storing: 'unavailable',
  });
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(503);
  await app.fastify.close();
});

test('GET /health answers 503 when reports cannot be stored, while GET /health/ready answers 200', async () => {
  let hasOutage = true;
  const app = await startSmallApp({ receiver: { hasOutage: () => hasOutage } });
  const health = await fetch(`${app.url}/health`);
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ status: 'unavailable', database: 'ok', storing: 'unavailable' });
  const ready = await fetch(`${app.url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ status: 'ok', database: 'ok', storing: 'unavailable' });
  hasOutage = false;
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  await app.close();
});

test.each(['client', 'location', 'ward', 'stream', 'group_right', 'revoked_token', 'device_key'])(
  'GET /health/ready answers 503 when the table %s cannot be read',
  async (table) => {
    const database = await openTestDatabase();
    const fastify = createWebServer({ logLevel: 'silent' });
    registerHealthRoutes(fastify, {
      database,
      bus: { isConnected: () => true },
      canStore: () => true,
      isDiskFull: () => false,
      version: '1.2.3',
    });
    expect((await fastify.inject('/health/ready')).statusCode).toBe(200);
    await sql`alter table ${sql.table(table)} rename to renamed`.execute(database.query);
    expect((await fastify.inject('/health/ready')).statusCode).toBe(503);
    await database.close();
  },
);

test('GET /health answers 503 within seconds while a query hangs', async () => {
  const hanging: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: () => new Promise(() => undefined),
  };
  const database = await openTestDatabase();
  const fastify = createWebServer({ logLevel: 'silent' });
  registerHealthRoutes(fastify, {
    database: { ...database, query: database.query.withPlugin(hanging) },
    bus: { isConnected: () => true },
    canStore: () => true,
    isDiskFull: () => false,
    version: '1.2.3',
  });
  const started = performance.now();
  expect((await fastify.inject('/health')).statusCode).toBe(503);
  expect(performance.now() - started).toBeLessThan(10_000);
  await database.close();
});
