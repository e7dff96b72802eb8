import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small } from '../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { serverActor } from '../audit/audit-actors.ts';
import { recordAudit } from '../audit/record-audit.ts';

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
  await app.post(`/alerts/${alert?.uuid}/acknowledge`);
  expect((await app.post(`/streams/${small.streamA1x3}/drill`, {})).status).toBe(200);
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

const dayMs = 86_400_000;

test('GET /metrics has the age of the last backup, or that of the installation if there is no backup', async () => {
  const first = Date.parse('2026-03-01T00:00:00Z');
  let now = first;
  app = await startSmallApp({ metricsToken: 'a token of metrics', now: () => now });
  const readAge = async () => Number(await metric('room_status_backup_age_seconds'));
  const record = (action: AuditAction) =>
    recordAudit(app.database.query, { actor: serverActor, clientUUID: null, at: now, action });
  expect(await readAge(), 'a home in which nothing has happened').toBe(0);
  await record('client.add');
  now += dayMs;
  expect(await readAge()).toBe(86_400);
  await record('data.backup-complete');
  now += 2 * dayMs;
  await record('data.backup');
  expect(await readAge(), 'a backup that was only begun does not count').toBe(2 * 86_400);
  await app.close();
});

const readMetrics = (token?: string) =>
  fetch(`${app.url}/metrics`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

test('GET /metrics counts reports, refusals, commits and viewers', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics' });
  await app.report([{ stream: small.streamA1x1, status: 3 }, { stream: 'nowhere', status: 3 }, 'x']);
  await app.report([], 'rsk_unknown');
  const response = await readMetrics('a token of metrics');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  for (const line of [
    'room_status_reports_total{way="http",outcome="accepted",reason="none"} 1',
    'room_status_reports_total{way="http",outcome="refused",reason="unknown-room"} 1',
    'room_status_reports_total{way="http",outcome="refused",reason="invalid"} 1',
    'room_status_refused_keys_total 1',
    'room_status_truncated_lines_total 0',
    'room_status_commit_seconds_count 1',
    'room_status_viewers 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toContain(app.deviceKey);
});

test('GET /metrics gets 401 without the right token, and 404 when the server has no configured token', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics' });
  for (const token of [undefined, '', 'a token of metric', app.deviceKey])
    expect((await readMetrics(token)).status).toBe(401);
  await app.close();
  app = await startSmallApp();
  for (const token of [undefined, 'undefined', '']) expect((await readMetrics(token)).status).toBe(404);
});
