import { connect } from '@nats-io/transport-node';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type NatsService, startNats } from '../../scripts/services/nats.ts';
import type { StreamUpdate } from '../../src/domain/stream.ts';
import type { Bus } from '../../src/server/bus/bus.ts';
import { createNatsBus } from '../../src/server/bus/bus-nats.ts';

const ward = '00000003-0000-4000-8000-000000000001';
const otherWard = '00000003-0000-4000-8000-000000000002';

let folder: string;
let nats: NatsService;
const log: string[] = [];
const open: Bus[] = [];

beforeAll(async () => {
  await ensureServices(['nats']);
  folder = await mkdtemp(join(tmpdir(), 'room-status-nats-'));
  nats = await startNats({ folder });
}, 60_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
  log.length = 0;
});
afterAll(async () => {
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

function openBus(url = nats.url): Bus {
  const write = (details: object, message: string) => void log.push(`${message} ${JSON.stringify(details)}`);
  const bus = createNatsBus({ urls: [url], log: { info: write, warn: write, error: write } });
  open.push(bus);
  return bus;
}

const update = (revision: number): StreamUpdate => ({
  uuid: '00000004-0000-4000-8000-000000000001',
  roomStatus: 1,
  lastNotification: null,
  lastNotificationSent: null,
  alertRevision: 0,
  revision,
});
const publish = (bus: Bus, revision: number, wardUUID = ward) => bus.publish([{ wardUUID, update: update(revision) }]);

function subscribe(bus: Bus, wardUUID = ward) {
  const received: number[] = [];
  const unsubscribe = bus.subscribe(wardUUID, (updates) => received.push(...updates.map(({ revision }) => revision)));
  return { received, unsubscribe };
}

const connected = (bus: Bus) => expect.poll(bus.isConnected, { timeout: 10_000 }).toBe(true);

/** Publishes until the subscriber gets the revision, because a new subscription takes a moment to become active. */
async function publishUntilReceived(from: Bus, received: readonly number[], revision: number, wardUUID = ward) {
  await expect
    .poll(() => {
      publish(from, revision, wardUUID);
      return received;
    })
    .toContain(revision);
}

test('an update reaches the subscribers of its ward in all processes, and the subscribers of its own process at once', async () => {
  const [here, there] = [openBus(), openBus()];
  await Promise.all([connected(here), connected(there)]);
  const [near, far, other] = [subscribe(here), subscribe(there), subscribe(there, otherWard)];
  await publishUntilReceived(here, far.received, 1);
  near.received.length = 0;
  publish(here, 2);
  publish(here, 3);
  expect(near.received).toEqual([2, 3]);
  await expect.poll(() => far.received.slice(-2)).toEqual([2, 3]);
  expect(near.received).toEqual([2, 3]);
  expect(other.received).toEqual([]);
});

test('without NATS an update reaches subscribers of its own process only, and each reconnect to NATS restores the subscriptions', async () => {
  await nats.stop();
  const bus = openBus();
  const { received } = subscribe(bus);
  publish(bus, 1);
  expect(received).toEqual([1]);
  await expect.poll(() => log.join('\n')).toContain('NATS is unavailable');
  await nats.start();
  const sender = openBus();
  await Promise.all([connected(bus), connected(sender)]);
  await publishUntilReceived(sender, received, 2);
  await nats.stop();
  await expect.poll(bus.isConnected).toBe(false);
  publish(bus, 3);
  const late = subscribe(bus, otherWard);
  await nats.start();
  await Promise.all([connected(bus), connected(sender)]);
  await publishUntilReceived(sender, late.received, 4, otherWard);
  expect(log.filter((line) => line.includes('NATS is unavailable'))).toHaveLength(3);
});

test('a published change of the home reaches the listeners of all processes except its own, also after NATS was restarted', async () => {
  const [here, there] = [openBus(), openBus()];
  const counts = { here: 0, there: 0 };
  here.onHomeChange(() => (counts.here += 1));
  there.onHomeChange(() => (counts.there += 1));
  const publishUntilCounted = async () => {
    await Promise.all([connected(here), connected(there)]);
    const before = counts.there;
    const publishAndCount = () => {
      here.publishHomeChange();
      return counts.there;
    };
    await expect.poll(publishAndCount).toBeGreaterThan(before);
  };
  await publishUntilCounted();
  await nats.stop();
  await expect.poll(() => here.isConnected() || there.isConnected()).toBe(false);
  here.publishHomeChange();
  await nats.start();
  await publishUntilCounted();
  expect(counts.here).toBe(0);
});

test('a change of messages about alerts reaches the listeners of all processes, at once in its own, and an invalid one is dropped', async () => {
  const [here, there] = [openBus(), openBus()];
  const received: Record<'here' | 'there', string[]> = { here: [], there: [] };
  here.onNoticeChange((wards) => received.here.push(...wards));
  there.onNoticeChange((wards) => received.there.push(...wards));
  await Promise.all([connected(here), connected(there)]);
  const publishAndRead = () => {
    received.here.length = 0;
    here.publishNoticeChange([ward, otherWard]);
    expect(received.here).toEqual([ward, otherWard]);
    return received.there;
  };
  await expect.poll(publishAndRead).toEqual(expect.arrayContaining([ward, otherWard]));
  const connection = await connect({ servers: nats.url });
  connection.publish('roomstatus.notices', '{"wards":');
  connection.publish('roomstatus.notices', JSON.stringify(ward));
  await connection.drain();
  await expect.poll(() => log.filter((line) => line.includes('invalid message')).length).toBe(4);
});

test('the credentials in the NATS address are used and never logged', async () => {
  const guarded = await startNats({ folder, args: ['--user', 'rooms', '--pass', 's3cret'] });
  const right = openBus(guarded.url.replace('//', '//rooms:s3cret@'));
  await connected(right);
  const wrong = openBus(guarded.url.replace('//', '//rooms:wr0ng@'));
  await expect.poll(() => log.join('\n')).toContain('NATS is unavailable');
  expect(wrong.isConnected()).toBe(false);
  expect(log.join('\n')).not.toMatch(/s3cret|wr0ng/);
  await guarded.stop();
});
