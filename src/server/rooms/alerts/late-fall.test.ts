import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { openLineSender } from '../../../../tests/support/line-sender.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { createEquipment } from '../../intake/equipment/equipment.ts';
import { readEquipmentFile } from '../../intake/equipment/file/equipment-file.ts';

const file = join(import.meta.dirname, '../../intake/equipment/samples/equipment.yaml');
const night = Date.UTC(2026, 2, 1, 2);
const minuteMs = 60_000;

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = night;
  app = await startSmallApp({ now: () => time, equipment: createEquipment(readEquipmentFile(file)) });
  const { query } = app.database;
  await query.updateTable('location').set({ alias: 'harbour' }).where('uuid', '=', small.locationA1).execute();
  await query.updateTable('stream').set({ alias: 'room-1' }).where('uuid', '=', small.streamA1x1).execute();
});
afterEach(() => app.close());

const minutesAgo = (minutes: number) => new Date(time - minutes * minuteMs).toISOString();
const reportAt = (status: string, minutes: number) => ({ stream: small.streamA1x1, status, at: minutesAgo(minutes) });

/** The reasons in the answer of a list of reports. */
async function report(...reports: readonly object[]): Promise<readonly unknown[]> {
  time += 1_000;
  const Answer = z.object({ results: z.array(z.object({ reason: z.optional(z.string()) })) });
  const response = await app.report(reports);
  return z.parse(Answer, await response.json()).results.map(({ reason }) => reason);
}

async function readAlerts() {
  const response = await app.get(`/alerts?locationUUID=${small.wardA1x}`);
  return z.parse(endpoints.listAlerts.response, await response.json()).items;
}
const alerts = async () => (await readAlerts()).map(({ status, state, startedAt }) => ({ status, state, startedAt }));

/** A message of the sample connection `mats` for the room. */
async function postMat(message: object): Promise<void> {
  const headers = { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ device: 'mat-12', ...message });
  const { status } = await fetch(`${app.url}/api/equipment/mats`, { method: 'POST', headers, body });
  expect(status).toBe(200);
}

const opened = 'is too old or out of order: the report is stored, and not shown on the card; it has opened an alert';
const stored = 'is too old or out of order: the report is stored, and not shown';

test('a fall that is 25 minutes late opens an alert with its own time; the answer says so, and the card stays', async () => {
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

test('a gateway that sends what it kept during an outage opens an alert for its fall, although the resident got up', async () => {
  const kept = [reportAt('man_down', 25), reportAt('out_of_bed', 22), reportAt('in_bed', 11), reportAt('in_bed', 0)];
  expect(await report(...kept)).toEqual([opened, stored, stored, undefined]);
  expect(await alerts()).toMatchObject([{ status: 1, state: 'raised' }]);
});

test('another source of the room does not say that a late fall is over', async () => {
  await postMat({ status: 'in_bed' });
  expect(await report(reportAt('man_down', 11))).toEqual([opened]);
  expect(await alerts()).toMatchObject([{ status: 1, state: 'raised' }]);
});

test('staff in the room do not say that a late fall is over', async () => {
  await report(reportAt('staff_entering_room', 2), reportAt('staff_exiting_room', 1));
  expect(await report(reportAt('man_down', 11))).toEqual([opened]);
  expect(await alerts()).toMatchObject([{ status: 1, state: 'raised' }]);
});

test('a device whose clock is 11 minutes slow opens an alert for each of its falls', async () => {
  for (const status of ['man_down', 'in_bed', 'man_down', 'in_bed']) {
    time += 5 * minuteMs;
    await report(reportAt(status, 11));
    for (const { uuid } of await readAlerts()) {
      const headers = { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ resolution: 'helped' });
      await fetch(`${app.url}/api/alerts/${uuid}/resolve`, { method: 'POST', headers, body });
    }
  }
  const events = await app.database.query.selectFrom('alert_event').select('event').orderBy('sequence').execute();
  expect(events.map(({ event }) => event)).toEqual(['opened', 'resolved', 'opened', 'resolved']);
});
