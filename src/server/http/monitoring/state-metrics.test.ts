import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { endpoints } from '../../../contract/endpoints.ts';

let app: SmallApp;
afterEach(() => app.fastify.close());

async function metric(name: string): Promise<string | undefined> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer a token of metrics' } });
  return new RegExp(`^${RegExp.escape(name)} (.*)$`, 'm').exec(await response.text())?.[1];
}

test('GET /metrics counts the rooms that are unreachable and not INACTIVE', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics' });
  await app.report([small.streamA1x1, small.streamA1x2, small.streamA1x3].map((stream) => ({ stream, status: 12 })));
  const inactive = app.database.query.updateTable('stream').set({ status: 'INACTIVE' });
  await inactive.where('uuid', '=', small.streamA1x3).execute();
  expect([await metric('room_status_unreachable_rooms'), await metric('room_status_rooms')]).toEqual(['2', '5']);
  await app.close();
});

test('GET /metrics counts open alerts by priority and state, and what happened to alerts, without drills', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics' });
  expect(await metric('room_status_open_alerts{priority="high",state="raised"}')).toBe('0');
  await app.report([small.streamA1x1, small.streamA1x2].map((stream) => ({ stream, status: 1 })));
  const list = await app.get(`/alerts?locationUUID=${small.wardA1x}`);
  const [alert] = z.parse(endpoints.listAlerts.response, await list.json()).items;
  const headers = { authorization: `Bearer ${app.token}` };
  await fetch(`${app.url}/api/alerts/${alert?.uuid}/acknowledge`, { method: 'POST', headers });
  const drill = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
  expect((await fetch(`${app.url}/api/streams/${small.streamA1x3}/drill`, drill)).status).toBe(200);
  for (const [name, value] of [
    ['room_status_open_alerts{priority="high",state="raised"}', '1'],
    ['room_status_open_alerts{priority="high",state="acknowledged"}', '1'],
    ['room_status_alert_events_total{event="opened"}', '2'],
    ['room_status_alert_events_total{event="acknowledged"}', '1'],
    ['room_status_alert_events_total{event="resolved"}', '0'],
  ] as const) {
    expect(await metric(name), name).toBe(value);
  }
  await app.close();
});

test('GET /metrics answers while the database is unavailable, with room_status_database_up 0', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics', receiver: { hasOutage: () => true } });
  expect([await metric('room_status_database_up'), await metric('room_status_storing_up')]).toEqual(['1', '0']);
  await app.database.close();
  expect([await metric('room_status_database_up'), await metric('room_status_rooms')]).toEqual(['0', 'Nan']);
});
