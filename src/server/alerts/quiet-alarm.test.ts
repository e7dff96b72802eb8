import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  changeRoom,
  nameRooms,
  readRoom,
  small,
  type SmallApp,
  startSmallApp,
} from '../../../tests/support/app/start-small-app.ts';
import { createEquipment } from '../equipment/equipment.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';
import { createWatchdog } from '../board/watchdog/watchdog.ts';

const night = Date.UTC(2026, 2, 1, 2);

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = night;
  app = await startSmallApp({ now: () => time, equipment: createEquipment(sampleConnections) });
  await nameRooms(app.database);
});
afterEach(() => app.close());

const setRules = (rules: object) => changeRoom(app.database, small.streamA1x1, { rules: JSON.stringify(rules) });

async function report(status: string, notification = false): Promise<unknown> {
  time += 1_000;
  return (await app.report({ stream: small.streamA1x1, status, notification })).json();
}

/** The statuses of the open alerts, with their states. */
async function alerts(): Promise<readonly string[]> {
  return (await app.alertsOf()).map(({ status, state }) => `${status} ${state}`);
}

const lastNotification = async () => (await readRoom(app.database, small.streamA1x1)).last_notification;

test('a fall whose device asks for no notification opens an alert, and the response says so', async () => {
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

test('a fall with `notification: false` raises its alert after its debounce time', async () => {
  await setRules({ debounceSeconds: { man_down: 5 } });
  await report('man_down');
  expect(await alerts()).toEqual([]);
  time += 6_000;
  const clocks = { now: () => time, monotonic: () => 0 };
  await createWatchdog({ ...app, receiver: app.receiver, ...clocks, log: { warn: () => undefined } }).check();
  expect(await alerts()).toEqual(['1 raised']);
});

test('a fall with `notification: false` raises an alert in a room with another device that is offline', async () => {
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

test('a status that a rule of the ward makes urgent raises an alert although its preset sends no notification', async () => {
  await setRules({ alerts: { in_bed: { priority: 'high' } } });
  const body = { device_info: { device_sn: '6806E51510750004' }, trigger_data: { event: 3, status: 2 } };
  expect((await app.post('/equipment/radars', body, app.deviceKey)).status).toBe(200);
  expect(await alerts()).toEqual(['5 raised']);
});
