import { afterEach, expect, test } from 'vitest';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
afterEach(() => app.fastify.close());

async function metric(name: string): Promise<string | undefined> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer a token of metrics' } });
  return new RegExp(`^${name} (.*)$`, 'm').exec(await response.text())?.[1];
}

test('GET /metrics counts the rooms that are unreachable and not INACTIVE', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics' });
  await app.report([small.streamA1x1, small.streamA1x2, small.streamA1x3].map((stream) => ({ stream, status: 12 })));
  const inactive = app.database.query.updateTable('stream').set({ status: 'INACTIVE' });
  await inactive.where('uuid', '=', small.streamA1x3).execute();
  expect([await metric('room_status_unreachable_rooms'), await metric('room_status_rooms')]).toEqual(['2', '5']);
  await app.close();
});

test('GET /metrics answers while the database is unavailable, with room_status_database_up 0', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics', receiver: { hasOutage: () => true } });
  expect([await metric('room_status_database_up'), await metric('room_status_storing_up')]).toEqual(['1', '0']);
  await app.database.close();
  expect([await metric('room_status_database_up'), await metric('room_status_rooms')]).toEqual(['0', 'Nan']);
});
