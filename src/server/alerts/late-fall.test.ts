import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { nameRooms, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { openLineSender } from '../../../tests/support/line-sender.ts';
import { createEquipment } from '../equipment/equipment.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';

const night = Date.UTC(2026, 2, 1, 2);
const minuteMs = 60_000;

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = night;
  app = await startSmallApp({ now: () => time, equipment: createEquipment(sampleConnections) });
  await nameRooms(app.database);
});
afterEach(() => app.close());

const minutesAgo = (minutes: number) => new Date(time - minutes * minuteMs).toISOString();
const reportAt = (status: string, minutes: number) => ({ stream: small.streamA1x1, status, at: minutesAgo(minutes) });

/** Sends reports in one call and returns the reasons in the response. */
async function report(...reports: readonly object[]): Promise<readonly unknown[]> {
  time += 1_000;
  const Answer = z.object({ results: z.array(z.object({ reason: z.optional(z.string()) })) });
  const response = await app.report(reports);
  return z.parse(Answer, await response.json()).results.map(({ reason }) => reason);
}

const alerts = async () => (await app.alertsOf()).map(({ status, state, startedAt }) => ({ status, state, startedAt }));

/** Posts a message of the sample connection `mats` for the room. */
async function postMat(message: object): Promise<void> {
  expect((await app.post('/equipment/mats', { device: 'mat-12', ...message }, app.deviceKey)).status).toBe(200);
}

const opened = 'is too old or out of order: the report is stored, and not shown on the card; it has opened an alert';
const stored = 'is too old or out of order: the report is stored, and not shown';

test('a fall that is 25 minutes late opens an alert with its own time and does not change the card', async () => {
  const fall = reportAt('man_down', 25);
  expect(await report(fall, fall)).toEqual([opened, stored]);
  expect(await alerts()).toEqual([{ status: 1, state: 'raised', startedAt: fall.at }]);
  const card = app.database.query.selectFrom('stream').select('room_status').where('uuid', '=', small.streamA1x1);
  expect(await card.executeTakeFirstOrThrow()).toEqual({ room_status: -1 });
});

test('a late fall opens an alert over an NDJSON connection and by a preset', async () => {
  const sender = await openLineSender(app.url, app.deviceKey);
  sender.send(reportAt('man_down', 11));
  expect(await sender.next()).toMatchObject({ outcome: 'accepted', reason: opened });
  sender.outgoing.end();
  await postMat({ status: 'sitting_on_floor', at: minutesAgo(11) });
  expect(await alerts()).toMatchObject([{ status: 1 }, { status: 17 }]);
});

test('a late fall opens no alert if its source has reported another status of the resident since', async () => {
  await report(reportAt('in_bed', 0));
  expect(await report(reportAt('man_down', 11))).toEqual([stored]);
  expect(await alerts()).toEqual([]);
});

test('a late fall that a gateway stored during an outage opens an alert although the resident got up since', async () => {
  const kept = [reportAt('man_down', 25), reportAt('out_of_bed', 22), reportAt('in_bed', 11), reportAt('in_bed', 0)];
  expect(await report(...kept)).toEqual([opened, stored, stored, undefined]);
  expect(await alerts()).toMatchObject([{ status: 1, state: 'raised' }]);
});

test('a late fall opens an alert although another source of the room has reported another status', async () => {
  await postMat({ status: 'in_bed' });
  expect(await report(reportAt('man_down', 11))).toEqual([opened]);
  expect(await alerts()).toMatchObject([{ status: 1, state: 'raised' }]);
});

test('a late fall opens an alert although the sensor has seen staff in the room', async () => {
  await report(reportAt('staff_entering_room', 2), reportAt('staff_exiting_room', 1));
  expect(await report(reportAt('man_down', 11))).toEqual([opened]);
  expect(await alerts()).toMatchObject([{ status: 1, state: 'raised' }]);
});

test('a device whose clock is 11 minutes slow opens an alert for each of its falls', async () => {
  for (const status of ['man_down', 'in_bed', 'man_down', 'in_bed']) {
    time += 5 * minuteMs;
    await report(reportAt(status, 11));
    for (const { uuid } of await app.alertsOf()) await app.post(`/alerts/${uuid}/resolve`, { resolution: 'helped' });
  }
  const events = await app.database.query.selectFrom('alert_event').select('event').orderBy('sequence').execute();
  // The end of the fall drops the alert that waited in case it went on.
  const oneFall = ['opened', 'resolved', 'opened', 'dropped'];
  expect(events.map(({ event }) => event)).toEqual([...oneFall, ...oneFall]);
});
