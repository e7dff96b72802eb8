import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { createEquipment } from '../../intake/equipment/equipment.ts';
import { readEquipmentFile } from '../../intake/equipment/file/equipment-file.ts';
import { createWatchdog } from '../watchdog/watchdog.ts';

const file = join(import.meta.dirname, '../../intake/equipment/samples/equipment.yaml');
const night = Date.UTC(2026, 2, 1, 2);

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = night;
  app = await startSmallApp({ now: () => time, equipment: createEquipment(readEquipmentFile(file)) });
  const { query } = app.database;
  await query.updateTable('location').set({ alias: 'harbour' }).where('uuid', '=', small.locationA1).execute();
  await setRules(null);
});
afterEach(() => app.close());

const setRules = (rules: object | null) =>
  app.database.query
    .updateTable('stream')
    .set({ alias: 'room-1', rules: rules && JSON.stringify(rules) })
    .where('uuid', '=', small.streamA1x1)
    .execute();

async function report(status: string, notification = false): Promise<unknown> {
  time += 1_000;
  return (await app.report({ stream: small.streamA1x1, status, notification })).json();
}

/** The statuses of the open alerts, with their states. */
async function alerts(): Promise<readonly string[]> {
  const response = await app.get(`/alerts?locationUUID=${small.wardA1x}`);
  const { items } = z.parse(endpoints.listAlerts.response, await response.json());
  return items.map(({ status, state }) => `${status} ${state}`);
}

const lastNotification = async () =>
  (
    await app.database.query
      .selectFrom('stream')
      .select('last_notification')
      .where('uuid', '=', small.streamA1x1)
      .executeTakeFirstOrThrow()
  ).last_notification;

test('a fall whose device asks for no notification opens an alert, and the answer says so', async () => {
  await report('in_bed', true);
  expect(await report('man_down')).toEqual({
    results: [
      {
        index: 0,
        outcome: 'accepted',
        stream: small.streamA1x1,
        revision: 2,
        field: 'notification',
        reason:
          'is false: the last notification is unchanged, but a status of high priority opens an alert all the same',
      },
    ],
  });
  expect(await alerts()).toEqual(['1 raised']);
  expect(await lastNotification(), 'as the device wished').toBe(5);
});

test('another status whose device asks for no notification opens no alert', async () => {
  expect(await report('out_of_bed')).toEqual({
    results: [{ index: 0, outcome: 'accepted', stream: small.streamA1x1, revision: 1 }],
  });
  expect(await alerts()).toEqual([]);
});

test('a fall without a notification alerts after its debounce time', async () => {
  await setRules({ holdOff: { man_down: 5 } });
  await report('man_down');
  expect(await alerts()).toEqual([]);
  time += 6_000;
  const clocks = { now: () => time, monotonic: () => 0 };
  await createWatchdog({ ...app, receive: app.receiver.receive, ...clocks, log: { warn: () => undefined } }).check();
  expect(await alerts()).toEqual(['1 raised']);
});

test('a fall without a notification alerts in a room that another of its devices leaves unreachable', async () => {
  await app.receiver.receive(
    [
      {
        kind: 'presence',
        streamUUID: small.streamA1x1,
        source: 'home/bed',
        sourceKind: 'device',
        isOnline: false,
        discards: { values: [], statusesOf: [] },
        interpret: () => undefined,
      },
    ],
    { keyId: 'broker', scope: { kind: 'everything' } },
  );
  await report('man_down');
  expect(await alerts()).toContain('1 raised');
});

test('a status that a ward has made urgent alerts, although the preset of its radar makes no notification of it', async () => {
  await setRules({ alerts: { in_bed: { priority: 'high' } } });
  const body = { device_info: { device_sn: '6806E51510750004' }, trigger_data: { event: 3, status: 2 } };
  const headers = { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`${app.url}/api/equipment/radars`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  expect(await alerts()).toEqual(['5 raised']);
});
