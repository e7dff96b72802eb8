import { expect, test } from 'vitest';
import { startSmallApp } from '../../../../tests/support/start-small-app.ts';

test('says that all is well, and which version this is', async () => {
  const app = await startSmallApp();
  const health = async (): Promise<unknown> => (await fetch(`${app.url}/health`)).json();
  const well = { status: 'ok', version: '1.2.3', database: 'ok', bus: 'ok' };
  await expect.poll(health).toEqual(well);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  await app.close();
});

test('says so when the database does not answer', async () => {
  const app = await startSmallApp();
  await app.database.close();
  const response = await fetch(`${app.url}/health`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: 'unavailable', database: 'unavailable' });
  await app.fastify.close();
});
