import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type NatsService, startNats } from '../../scripts/services/nats.ts';
import { freePort } from '../../scripts/services/ports.ts';
import type { StreamUpdate } from '../../src/domain/stream.ts';
import type { Bus } from '../../src/server/bus/bus.ts';
import { createNatsBus } from '../../src/server/bus/bus-nats.ts';

const Subscriptions = z.object({
  subscriptions_list: z.optional(z.array(z.object({ subject: z.string() }))),
});

const ward = '00000003-0000-4000-8000-000000000001';
const otherWard = '00000003-0000-4000-8000-000000000002';

let folder: string;
let nats: NatsService;
let monitorPort: number;
const log: string[] = [];
const open: Bus[] = [];

beforeAll(async () => {
  await ensureServices(['nats']);
  folder = await mkdtemp(join(tmpdir(), 'room-status-nats-'));
  monitorPort = await freePort();
  nats = await startNats({ folder, args: ['-m', String(monitorPort)] });
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

/** What is subscribed to at the server, in order; without what it does for itself. */
async function subjects(): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${monitorPort}/subsz?subs=1`);
  const { subscriptions_list = [] } = Subscriptions.parse(await answer.json());
  return subscriptions_list
    .map(({ subject }) => subject)
    .filter((subject) => !subject.startsWith('$SYS.'))
    .toSorted();
}

const update = (revision: number): StreamUpdate => ({
  uuid: '00000004-0000-4000-8000-000000000001',
  roomStatus: 1,
  lastNotification: null,
  lastNotificationSent: null,
  revision,
});
const say = (bus: Bus, revision: number, wardUUID = ward) => bus.publish([{ wardUUID, update: update(revision) }]);

function listen(bus: Bus, wardUUID = ward) {
  const heard: number[] = [];
  const leave = bus.subscribe(wardUUID, (updates) => heard.push(...updates.map(({ revision }) => revision)));
  return { heard, leave };
}

const connected = (bus: Bus) => expect.poll(bus.isConnected, { timeout: 10_000 }).toBe(true);

/** A subscription counts when what is said after it is heard. */
async function isHeard(from: Bus, heard: readonly number[], revision: number): Promise<void> {
  await expect
    .poll(() => {
      say(from, revision);
      return heard;
    })
    .toContain(revision);
}

test('what is said of a ward is heard by all who listen to it, in this process once and at once', async () => {
  const [here, there] = [openBus(), openBus()];
  await Promise.all([connected(here), connected(there)]);
  const [near, far, other] = [listen(here), listen(there), listen(there, otherWard)];
  await isHeard(here, far.heard, 1);
  near.heard.length = 0;
  say(here, 2);
  say(here, 3);
  expect(near.heard).toEqual([2, 3]);
  await expect.poll(() => far.heard.slice(-2)).toEqual([2, 3]);
  expect(near.heard).toEqual([2, 3]);
  expect(other.heard).toEqual([]);
});

test('a process asks NATS for what its own viewers watch, and for nothing else', async () => {
  const bus = openBus();
  await connected(bus);
  const [one, two, other] = [listen(bus), listen(bus), listen(bus, otherWard)];
  const both = [`roomstatus.ward.${ward}`, `roomstatus.ward.${otherWard}`];
  await expect.poll(subjects).toEqual(both);
  one.leave();
  other.leave();
  await expect.poll(subjects).toEqual(both.slice(0, 1));
  two.leave();
  await expect.poll(subjects).toEqual([]);
});

test('without NATS updates stay in the process, nothing waits, and a repair is asked for once it is there', async () => {
  await nats.stop();
  const bus = openBus();
  const { heard } = listen(bus);
  let repairs = 0;
  bus.onReconnect(() => (repairs += 1));
  say(bus, 1);
  expect(heard).toEqual([1]);
  await expect.poll(() => log.join('\n')).toContain('NATS is away');
  expect(repairs).toBe(0);
  await nats.start();
  await expect.poll(() => repairs, { timeout: 10_000 }).toBe(1);
  const sender = openBus();
  await connected(sender);
  await isHeard(sender, heard, 2);
  await nats.stop();
  await expect.poll(bus.isConnected).toBe(false);
  say(bus, 3);
  const late = listen(bus, otherWard);
  await nats.start();
  await expect.poll(() => repairs, { timeout: 10_000 }).toBe(2);
  await connected(sender);
  await expect
    .poll(() => {
      say(sender, 4, otherWard);
      return late.heard;
    })
    .toContain(4);
  expect(log.filter((line) => line.includes('NATS is away'))).toHaveLength(3);
});

test('a message that nobody understands is dropped with a reason, and the next one is heard', async () => {
  const bus = openBus();
  await connected(bus);
  const { heard } = listen(bus);
  const sender = openBus();
  await connected(sender);
  await isHeard(sender, heard, 1);
  const stranger = await connect({ servers: nats.url });
  stranger.publish(`roomstatus.ward.${ward}`, 'no json');
  stranger.publish(`roomstatus.ward.${ward}`, JSON.stringify([{ uuid: 'x' }]));
  stranger.publish(`roomstatus.ward.${ward}`, JSON.stringify([update(7)]));
  await expect.poll(() => heard).toContain(7);
  expect(log.filter((line) => line.includes('was not understood'))).toHaveLength(2);
  await stranger.close();
});

test('the account in the address opens NATS, and is never written to the log', async () => {
  const guarded = await startNats({ folder, args: ['--user', 'rooms', '--pass', 's3cret'] });
  const right = openBus(guarded.url.replace('//', '//rooms:s3cret@'));
  await connected(right);
  const wrong = openBus(guarded.url.replace('//', '//rooms:wr0ng@'));
  await expect.poll(() => log.join('\n')).toContain('NATS is away');
  expect(wrong.isConnected()).toBe(false);
  expect(log.join('\n')).not.toMatch(/s3cret|wr0ng/);
  await guarded.stop();
});
