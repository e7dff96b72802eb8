import { expect, test } from 'vitest';
import { startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

test('GET /health reports every part and the version', async () => {
  const app = await startSmallApp();
  const health = async (): Promise<unknown> => (await fetch(`${app.url}/health`)).json();
  const healthy = { status: 'ok', version: '1.2.3', database: 'ok', storing: 'ok', bus: 'ok' };
  await expect.poll(health).toEqual(healthy);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  await app.close();
});

test('GET /health and /health/ready answer 503 when the database does not answer', async () => {
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

test('GET /health answers 503 when reports cannot be stored, GET /health/ready still answers 200', async () => {
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
