import { expect, test } from 'vitest';
import { startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

test('says that all is well, and which version this is', async () => {
  const app = await startSmallApp();
  const health = async (): Promise<unknown> => (await fetch(`${app.url}/health`)).json();
  const well = { status: 'ok', version: '1.2.3', database: 'ok', storing: 'ok', bus: 'ok' };
  await expect.poll(health).toEqual(well);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  await app.close();
});

test('says so when the database does not answer', async () => {
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

test('says so when nothing can be stored; what is known can still be read, so the server is not taken away', async () => {
  let hasOutage = true;
  const app = await startSmallApp({ receiver: { hasOutage: () => hasOutage } });
  const full = await fetch(`${app.url}/health`);
  expect(full.status).toBe(503);
  expect(await full.json()).toMatchObject({ status: 'unavailable', database: 'ok', storing: 'unavailable' });
  const ready = await fetch(`${app.url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ status: 'ok', database: 'ok', storing: 'unavailable' });
  hasOutage = false;
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  await app.close();
});
