/** Room statuses and alerts are published to a real Mosquitto, as devices of Home Assistant (decision 157). */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { freePort } from '../../scripts/services/ports.ts';
import { createLeaseTable } from '../../src/server/intake/mqtt/external-broker/lease-table.ts';
import { openBrokerLease } from '../../src/server/intake/mqtt/external-broker/open-broker-lease.ts';
import type { LeaseTimes } from '../../src/server/intake/mqtt/external-broker/broker-lease.ts';
import { type Publisher, type PublisherOptions, startPublisher } from '../../src/server/publishing/publisher.ts';
import { changeRoom, nameRooms, type SmallApp, small, startSmallApp } from '../support/app/start-small-app.ts';
import { type HomeAssistant, startHomeAssistant } from '../support/mqtt/home-assistant.ts';
import { startOwnMosquitto } from '../support/mqtt/mosquitto.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { within } from '../support/mqtt/mosquitto-home.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/home-assistant.md'), 'utf8');

let mosquitto: Awaited<ReturnType<typeof startOwnMosquitto>>;
let app: SmallApp;
let home: HomeAssistant;
let publishers: Publisher[] = [];
beforeEach(async () => {
  publishers = [];
  mosquitto = await startOwnMosquitto();
  app = await startSmallApp();
  await nameRooms(app.database);
  home = await startHomeAssistant(mosquitto.url);
});
afterEach(async () => {
  await Promise.all(publishers.map((publisher) => publisher.close()));
  await home.close();
  await app.close();
  await mosquitto.close();
});

type Options = Partial<PublisherOptions> & { readonly url?: string; readonly leaseTimes?: LeaseTimes };

function publish({ url = mosquitto.url, leaseTimes, ...more }: Options = {}): Publisher {
  const { database, boardFeed, fastify } = app;
  const publisher = startPublisher({
    database,
    feed: boardFeed.feed,
    hasOutage: boardFeed.hasOutage,
    locations: ['harbour'],
    broker: () => ({ url }),
    lease: openBrokerLease({ database, log: fastify.log, leaseTimes }, 'publish'),
    publicUrl: 'https://rooms.example.org',
    version: '1.2.3',
    log: fastify.log,
    // No test may pass only because everything is published again.
    refreshIntervalMs: 3_600_000,
    ...more,
  });
  publishers.push(publisher);
  return publisher;
}

const until = (expectation: () => void) => vi.waitFor(expectation, within);
const untilEntities = (device: string, states: object) =>
  until(() => expect(home.entities(device)).toMatchObject(states));
const report = (status: string, stream: string = small.streamA1x1) => app.report([{ stream, status }]);
const names = () =>
  home
    .devices()
    .map(({ device }) => device.name)
    .toSorted();

test('a room is a device with its status, and a fall turns its sensors and those of its ward on until staff answer', async () => {
  publish();
  await report('in_bed');
  await untilEntities('Room 1', { Status: 'in_bed', Fall: 'OFF', 'Unanswered alert': 'OFF', Monitored: 'ON' });
  await report('man_down');
  await untilEntities('Room 1', { Status: 'man_down', Fall: 'ON', 'Unanswered alert': 'ON' });
  await untilEntities('Ward X', { Fall: 'ON', 'Unanswered alerts': '1', 'Unmonitored rooms': '1' });

  const [alert] = await app.alertsOf();
  await app.post(`/alerts/${alert?.uuid}/acknowledge`);
  await untilEntities('Room 1', { Fall: 'ON', 'Unanswered alert': 'OFF' });
  await untilEntities('Ward X', { Fall: 'ON', 'Unanswered alerts': '0' });
  await report('in_bed');
  await app.post(`/alerts/${alert?.uuid}/resolve`, { resolution: 'helped', attended: true });
  await untilEntities('Room 1', { Status: 'in_bed', Fall: 'OFF' });
  await untilEntities('Ward X', { Fall: 'OFF' });
});

test('only the locations of MQTT_PUBLISH are published, with the ward as the area, and without a name of anybody', async () => {
  publish();
  await until(() => expect(names()).toEqual(['Room 1', 'Room 2', 'Room 3', 'Room 4', 'Ward X', 'Ward Y']));
  const room = home.devices().find(({ device }) => device.name === 'Room 4');
  expect(room?.device).toMatchObject({ suggested_area: 'Ward Y', model: 'Room' });
  await report('man_down');
  const [alert] = await app.alertsOf();
  await app.post(`/alerts/${alert?.uuid}/acknowledge`);
  await untilEntities('Room 1', { 'Unanswered alert': 'OFF' });
  for (const [place, kind] of [
    ['Room 1', 'room'],
    ['Ward X', 'ward'],
  ] as const) {
    expect(Object.keys(home.stateOf(place))).toEqual(Object.keys(documentedState(kind)));
  }
});

test('wards of the same name in two locations are two areas', async () => {
  publish({ locations: 'all' });
  const wards = ['Ward X (Beech House)', 'Ward X (Harbour House)', 'Ward X (Hill House)', 'Ward Y'];
  await until(() => expect(names().filter((name) => name.startsWith('Ward'))).toEqual(wards));
});

test('a room that is not monitored is unavailable, but its open fall stays on', async () => {
  publish();
  await report('man_down');
  await report('in_bed', small.streamA1x2);
  await untilEntities('Room 2', { Status: 'in_bed', Fall: 'OFF' });
  for (const stream of [small.streamA1x1, small.streamA1x2]) await report('camera_unreachable', stream);
  await untilEntities('Room 2', {
    Status: 'unavailable',
    Fall: 'unavailable',
    'Unanswered alert': 'unavailable',
    Monitored: 'OFF',
  });
  await untilEntities('Room 1', { Status: 'unavailable', Fall: 'ON', 'Unanswered alert': 'ON', Monitored: 'OFF' });
  await untilEntities('Ward X', { Fall: 'ON', 'Unmonitored rooms': '2' });
});

test('a drill turns the sensors on, and its attribute says that it is a drill', async () => {
  publish();
  await report('in_bed');
  await untilEntities('Room 1', { Status: 'in_bed' });
  await app.post(`/streams/${small.streamA1x1}/drill`, {});
  await untilEntities('Room 1', { Fall: 'ON', 'Unanswered alert': 'ON' });
  expect(home.stateOf('Room 1')).toMatchObject({ drill: true, unanswered: ['man_down'] });
});

test('a renamed room keeps its topics and entities, and a removed room disappears from the broker', async () => {
  publish();
  await until(() => expect(names()).toContain('Room 1'));
  const before = new Set(home.payloads.keys());
  const ids = (name: string) => home.devices().find(({ device }) => device.name === name)?.device.identifiers;
  const room = ids('Room 1');
  await changeRoom(app.database, small.streamA1x1, { display_name: 'Room 12' });
  await app.boardFeed.feed.reconcile();
  await until(() => expect(ids('Room 12')).toEqual(room));
  expect(new Set(home.payloads.keys())).toEqual(before);
  await app.database.query.deleteFrom('stream').where('uuid', '=', small.streamA1x1).execute();
  await app.boardFeed.feed.reconcile();
  await until(() => expect([...home.payloads.keys()].join('\n')).not.toContain(small.streamA1x1));
  expect(names()).toContain('Room 2');
});

test('a room that moves to another ward keeps its device', async () => {
  publish();
  await until(() => expect(names()).toContain('Room 1'));
  await changeRoom(app.database, small.streamA1x1, { ward_uuid: small.wardA1y });
  await app.boardFeed.feed.reconcile();
  const area = () => home.devices().find(({ device }) => device.name === 'Room 1')?.device.suggested_area;
  await until(() => expect(area()).toBe('Ward Y'));
});

test('a room that was removed while nobody published disappears, and the rooms of another installation stay', async () => {
  const first = publish();
  await until(() => expect(names()).toContain('Room 1'));
  await first.close();
  await app.database.query.deleteFrom('stream').where('uuid', '=', small.streamA1x1).execute();
  const other = 'homeassistant/device/room-status-0000ffff/room-1/config';
  const device = await connectAsync(mosquitto.url);
  await device.publishAsync(other, '{}', { retain: true, qos: 1 });
  await until(() => expect(home.payloads.has(other)).toBe(true));
  const published = () => [...home.payloads.keys()].join(' ');
  expect(published()).toContain(small.streamA1x1);
  publish();
  await until(() => expect(published()).not.toContain(small.streamA1x1));
  expect(published()).toContain(small.streamA1x2);
  expect(home.payloads.has(other)).toBe(true);
  await device.endAsync();
});

test('after a restart of the broker without its data everything is published again', async () => {
  publish();
  await report('in_bed');
  await untilEntities('Room 1', { Status: 'in_bed' });
  await home.close();
  await mosquitto.stop();
  await mosquitto.deleteSessions();
  await report('out_of_bed');
  await mosquitto.start();
  home = await startHomeAssistant(mosquitto.url);
  await untilEntities('Room 1', { Status: 'out_of_bed' });
});

test('when Home Assistant starts, the discovery messages are published again', async () => {
  publish();
  await untilEntities('Ward X', { Fall: 'unavailable' });
  const [topic = ''] = [...home.payloads.keys()].filter((one) => one.startsWith('homeassistant/device/'));
  const count = () => home.received.filter((message) => message.topic === topic).length;
  const before = count();
  await home.publish('homeassistant/status', 'online');
  await until(() => expect(count()).toBe(before + 1));
});

test('all states are published again at an interval, so that they do not expire', async () => {
  publish({ refreshIntervalMs: 200 });
  await report('in_bed');
  const count = () => home.received.filter(({ payload }) => payload.includes('"in_bed"')).length;
  await until(() => expect(count()).toBeGreaterThan(3));
});

test('when the connection of the server breaks, all its states are unavailable, until it is connected again', async () => {
  const proxy = await startTcpProxy(() => Number(new URL(mosquitto.url).port));
  publish({ url: `mqtt://localhost:${proxy.port}` });
  await report('in_bed');
  await untilEntities('Room 1', { Status: 'in_bed', Monitored: 'ON' });
  proxy.cut();
  await untilEntities('Room 1', { Status: 'unavailable', Fall: 'unavailable', Monitored: 'unavailable' });
  await untilEntities('Ward X', { Fall: 'unavailable', 'Unanswered alerts': 'unavailable' });
  proxy.mend();
  await untilEntities('Room 1', { Status: 'in_bed', Monitored: 'ON' });
  await proxy.close();
});

test('while the server cannot store reports, and after it stops, all its states are unavailable', async () => {
  const server = { hasOutage: false };
  const publisher = publish({ hasOutage: () => server.hasOutage });
  await report('in_bed');
  await untilEntities('Room 1', { Status: 'in_bed' });
  server.hasOutage = true;
  await untilEntities('Room 1', { Status: 'unavailable', Monitored: 'unavailable' });
  server.hasOutage = false;
  await untilEntities('Room 1', { Status: 'in_bed' });
  await publisher.close();
  await untilEntities('Room 1', { Status: 'unavailable', Monitored: 'unavailable' });
});

/** The example in the documentation for installers. It has no member for a name. */
function documentedState(kind: string): object {
  const [, json = ''] = new RegExp(`/${kind}/UUID\` \\| \`({.*})\``).exec(guide) ?? [];
  return z.record(z.string(), z.unknown()).parse(JSON.parse(json));
}

const leaseTimes = { renewIntervalMs: 50, validMs: 600, takeoverAfterMs: 900 };

test('of two servers the other one publishes when the first one does not reach the broker', async () => {
  const times = { ...leaseTimes, takeoverAfterMs: 60_000 };
  publish({ leaseTimes: times, url: `mqtt://127.0.0.1:${await freePort()}` });
  const { read } = createLeaseTable(app.database, 'publish');
  await vi.waitFor(async () => expect((await read()).holder).not.toBe(''), within);
  publish({ leaseTimes: times });
  await report('in_bed');
  await untilEntities('Room 1', { Status: 'in_bed' });
});

test('of two servers one publishes, and the last will of a dead one does not hide the other', async () => {
  const proxy = await startTcpProxy(() => Number(new URL(mosquitto.url).port));
  const first = publish({ url: `mqtt://localhost:${proxy.port}`, leaseTimes });
  await until(() => expect(first.isConnected()).toBe(true));
  const second = publish({ leaseTimes });
  await report('in_bed');
  await untilEntities('Room 1', { Status: 'in_bed' });
  expect(second.isConnected()).toBe(false);
  await first.close();
  await until(() => expect(second.isConnected()).toBe(true));
  await untilEntities('Room 1', { Status: 'in_bed' });
  // A broker may publish the last will of a dead server late.
  const [server = ''] = [...home.payloads.keys()].filter((topic) => topic.endsWith('/server'));
  const device = await connectAsync(mosquitto.url);
  await device.publishAsync(server, 'offline', { qos: 1, retain: true });
  await untilEntities('Room 1', { Status: 'in_bed' });
  await device.endAsync();
  await proxy.close();
});

test('a server whose broker refuses the password logs it once, without the password', async () => {
  const strict = await startOwnMosquitto(['allow_anonymous false']);
  publish({ url: strict.url.replace('mqtt://', 'mqtt://rooms:s3cret-word@') });
  const logged = (words: string) => app.log.filter((line) => line.includes(words)).length;
  await until(() => expect(logged('broker-refused')).toBe(1));
  expect(logged('s3cret-word')).toBe(0);
  await Promise.all(publishers.splice(0).map((publisher) => publisher.close()));
  await strict.close();
});

test('a broker that drops what it gets does not look as if it published', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-acl-'));
  const rules = join(folder, 'rules');
  await writeFile(rules, 'topic read #\n');
  const broker = await startOwnMosquitto(['allow_anonymous true', `acl_file ${rules}`]);
  const acknowledged = vi.spyOn(MqttClient.prototype, 'publishAsync');
  const publisher = publish({ url: broker.url });
  const server = () =>
    acknowledged.mock.results.find((_, index) => acknowledged.mock.calls[index]?.[0].endsWith('/server'));
  await until(() => expect(server()).toBeDefined());
  await server()?.value;
  expect(publisher.isConnected()).toBe(false);
  await publisher.close();
  await broker.close();
  await rm(folder, { recursive: true });
});
