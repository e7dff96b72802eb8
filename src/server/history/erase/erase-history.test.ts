import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { seededRandom } from '../../../../tests/support/seeded-random.ts';
import { parseSummary } from '../../database/night-table.ts';
import { checkData } from '../../maintenance/check-data.ts';
import { createNightCounter } from '../nights/night-counter.ts';

const evening = Date.UTC(2026, 2, 1, 20);
const hourMs = 3_600_000;
const [room, other] = [small.streamA1x1, small.streamA1x2];
const [fall, outOfBed, inBed] = [1, 3, 5];
const address = `/manage/streams/${room}/history`;

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = evening;
  app = await startSmallApp({ now: () => time });
});
afterEach(() => app.close());

const tokenOf = (role: 'administrator' | 'manager') =>
  app.users.token([everything], { roles: [role], expiresAt: Number.MAX_SAFE_INTEGER });

function erase(query = '', token = tokenOf('administrator')): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${app.url}/api${address}${query}`, { method: 'DELETE', headers });
}

const count = () => createNightCounter({ database: app.database, now: () => time, pauseMs: 0 }).count();

async function liveThrough(nights: number): Promise<void> {
  const random = seededRandom(5);
  const end = evening + nights * 24 * hourMs;
  for (; time < end; time += Math.ceil(random() * 3 * hourMs)) {
    for (const stream of [room, other]) {
      const status = [fall, outOfBed, inBed][Math.floor(random() * 3)] ?? inBed;
      expect((await app.report({ stream, status })).status).toBe(200);
    }
    for (const { uuid } of random() < 0.7 ? await app.alertsOf(small.wardA1x) : []) {
      await app.post(`/alerts/${uuid}/resolve`, { resolution: 'helped', attended: true });
    }
  }
}

const rowsOf = async (table: 'report' | 'alert_event' | 'pause_event' | 'room_night', stream: string) =>
  (await app.database.query.selectFrom(table).selectAll().where('stream_uuid', '=', stream).execute()).map((row) =>
    JSON.stringify(row),
  );

async function alertCount(): Promise<number> {
  const rows = await app.database.query.selectFrom('room_night').select('summary').execute();
  return rows.reduce((total, { summary }) => total + (summary === null ? 0 : parseSummary(summary).alerts.length), 0);
}

test('after an erasure only the present of the room is left, and the counts of the ward stay', async () => {
  await liveThrough(4);
  time += 24 * hourMs;
  for (const { uuid } of await app.alertsOf(small.wardA1x)) {
    await app.post(`/alerts/${uuid}/resolve`, { resolution: 'helped', attended: true });
  }
  await count();
  const alerts = await alertCount();
  const foreign = [
    await rowsOf('report', other),
    await rowsOf('alert_event', other),
    await rowsOf('room_night', other),
  ];
  const preview: unknown = await (await app.get(address, tokenOf('administrator'))).json();
  const response = await erase();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(preview);
  expect(preview).toMatchObject({ before: new Date(time).toISOString() });
  expect(await rowsOf('report', room)).toHaveLength(1);
  expect(await rowsOf('alert_event', room)).toEqual([]);
  expect(await rowsOf('room_night', room)).toEqual([]);
  expect([
    await rowsOf('report', other),
    await rowsOf('alert_event', other),
    await rowsOf('room_night', other),
  ]).toEqual(foreign);
  expect(alerts).toBeGreaterThan(5);
  await count();
  expect(await alertCount()).toBe(alerts);
  const wrong = (await checkData(app.database, false)).filter(({ verdict }) => verdict === 'wrong');
  expect(wrong).toEqual([]);
});

test('alerts that are not counted yet are counted before they are erased, and the open one stays', async () => {
  await liveThrough(3);
  expect((await app.report({ stream: room, status: fall })).status).toBe(200);
  const open = await app.alertsOf(small.wardA1x);
  expect((await erase()).status).toBe(200);
  expect(await app.alertsOf(small.wardA1x)).toEqual(open);
  const kept = await app.database.query.selectFrom('room_night').selectAll().where('stream_uuid', 'is', null).execute();
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain(room);
});

test('an erasure until an instant keeps what came later', async () => {
  await liveThrough(3);
  const before = evening + 30 * hourMs;
  const later = (await rowsOf('report', room)).length;
  expect((await erase(`?before=${new Date(before).toISOString()}`)).status).toBe(200);
  const { query } = app.database;
  const rows = await query.selectFrom('report').select('received_at').where('stream_uuid', '=', room).execute();
  expect(rows.every(({ received_at }) => received_at >= before)).toBe(true);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.length).toBeLessThan(later);
});

test('an erasure is in the audit log with its numbers, and only administrators may erase', async () => {
  await liveThrough(1);
  expect((await erase('', tokenOf('manager'))).status).toBe(403);
  expect((await erase()).status).toBe(200);
  const events = app.database.query.selectFrom('audit_event').selectAll().where('action', '=', 'room.erase');
  expect(await events.execute()).toMatchObject([{ object_id: room }]);
});
