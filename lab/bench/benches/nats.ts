/** The cost of a live update between server processes, with the product's own bus. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { startNats } from '../../../scripts/services/nats.ts';
import { createNatsBus } from '../../../src/server/bus/bus-nats.ts';
import type { WardUpdate } from '../../../src/server/bus/bus.ts';
import { pidOf } from '../bench-server.ts';
import { type Figure, figuresOf } from '../measure/figures.ts';
import { startCostMeter } from '../measure/process-cost.ts';

export const aboutNats =
  'One process publishes updates of 50 wards, one message each; two processes subscribe to all of these wards. Each process is measured by itself. A run without subscribers separates the costs of NATS for receiving a message and for delivering it.';

const wards = Array.from({ length: 50 }, () => randomUUID());
const subscriberFile = join(import.meta.dirname, 'bus-subscriber.ts');
const batchSize = 50;

export async function measureNats(messages: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-nats-'));
  const nats = await startNats({ folder });
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const bus = createNatsBus({ urls: [nats.url], log });
  const subscribers: ChildProcess[] = [];
  let revision = 0;

  async function publish(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += batchSize) {
      bus.publish(wards.slice(0, batchSize).map((wardUUID) => updateOf(wardUUID, (revision += 1))));
      await turn();
    }
  }

  async function measureRun(): Promise<{ publisher: number; nats: number; subscribers: number; seconds: number }> {
    const before = await receivedCounts(subscribers);
    const natsMeter = startCostMeter(pidOf(nats));
    const meters = subscribers.map(({ pid }) => startCostMeter(pid ?? 0));
    const own = process.cpuUsage();
    await publish(messages);
    const { user, system } = process.cpuUsage(own);
    const isComplete = (counts: readonly number[]) =>
      counts.every((count, index) => count - (before[index] ?? 0) >= messages);
    while (!isComplete(await receivedCounts(subscribers))) await pause(10);
    return {
      publisher: user + system,
      nats: natsMeter.cpuMicroseconds(),
      subscribers: meters.reduce((sum, meter) => sum + meter.cpuMicroseconds(), 0),
      seconds: natsMeter.seconds(),
    };
  }

  try {
    while (!bus.isConnected()) await pause(10);
    await publish(5_000);
    const alone = await measureRun();
    subscribers.push(...[1, 2].map(() => fork(subscriberFile, [nats.url, ...wards], { execArgv: [] })));
    while ((await receivedCounts(subscribers)).some((count) => count === 0)) {
      await publish(batchSize);
      await pause(20);
    }
    const subscribed = await measureRun();
    const figure = figuresOf('NATS', 'one update a message');
    const deliveries = messages * subscribers.length;
    return [
      figure('app CPU an update published', alone.publisher / messages, 'us'),
      figure('app CPU an update received', subscribed.subscribers / deliveries, 'us'),
      figure('NATS CPU a message taken', alone.nats / messages, 'us'),
      figure('NATS CPU a message handed on', Math.max(0, subscribed.nats - alone.nats) / deliveries, 'us'),
      figure('messages, two subscribers', messages / subscribed.seconds, '1/s'),
    ];
  } finally {
    for (const subscriber of subscribers) subscriber.kill();
    await bus.close();
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function updateOf(wardUUID: string, revision: number): WardUpdate {
  const lastNotificationSent = new Date().toISOString();
  return { wardUUID, update: { uuid: wardUUID, roomStatus: 3, lastNotification: 3, lastNotificationSent, revision } };
}

/** Updates that each subscriber has received. */
async function receivedCounts(subscribers: readonly ChildProcess[]): Promise<readonly number[]> {
  return Promise.all(
    subscribers.map(async (subscriber) => {
      const answer = once(subscriber, 'message');
      subscriber.send('count');
      return z.tuple([z.number()], z.unknown()).parse(await answer)[0];
    }),
  );
}
