/** What a live update costs on its way between processes, by the product's own bus. */
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
import type { Figure } from '../measure/figures.ts';
import { watchCost } from '../measure/process-cost.ts';
import { pidOf } from '../subjects/room-status.ts';

export const aboutNats =
  'One process publishes updates of 50 wards, one message each; two others are subscribed to all of these wards. Each process is measured by itself; of NATS the parts of taking a message and of handing it on follow from a run without subscribers.';

const wards = Array.from({ length: 50 }, () => randomUUID());
const listenerFile = join(import.meta.dirname, '../subjects/bus-listener.ts');
const subject = 'NATS';
const inOneTurn = 50;

export async function measureNats(messages: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-nats-'));
  const nats = await startNats({ folder });
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const bus = createNatsBus({ urls: [nats.url], log });
  const listeners: ChildProcess[] = [];
  let revision = 0;

  async function publish(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += inOneTurn) {
      bus.publish(wards.slice(0, inOneTurn).map((wardUUID) => updateOf(wardUUID, (revision += 1))));
      await turn();
    }
  }

  async function run(): Promise<{ publisher: number; nats: number; listeners: number; seconds: number }> {
    const before = await countsOf(listeners);
    const costs = { nats: watchCost(pidOf(nats)), listeners: listeners.map(({ pid }) => watchCost(pid ?? 0)) };
    const own = process.cpuUsage();
    await publish(messages);
    const { user, system } = process.cpuUsage(own);
    await arrived(listeners, (count, index) => count - (before[index] ?? 0) >= messages);
    return {
      publisher: user + system,
      nats: costs.nats.cpuMicroseconds(),
      listeners: costs.listeners.reduce((sum, cost) => sum + cost.cpuMicroseconds(), 0),
      seconds: costs.nats.seconds(),
    };
  }

  try {
    while (!bus.isConnected()) await pause(10);
    await publish(5_000);
    const alone = await run();
    listeners.push(...[1, 2].map(() => fork(listenerFile, [nats.url, ...wards], { execArgv: [] })));
    while ((await countsOf(listeners)).some((count) => count === 0)) {
      await publish(inOneTurn);
      await pause(20);
    }
    const heard = await run();
    const figure = (measure: string, value: number, unit = 'us'): Figure => ({
      subject,
      way: 'one update a message',
      measure,
      value,
      unit,
    });
    return [
      figure('app CPU an update published', alone.publisher / messages),
      figure('app CPU an update received', heard.listeners / messages / listeners.length),
      figure('NATS CPU a message taken', alone.nats / messages),
      figure('NATS CPU a message handed on', Math.max(0, heard.nats - alone.nats) / messages / listeners.length),
      figure('messages, two subscribers', messages / heard.seconds, '1/s'),
    ];
  } finally {
    for (const listener of listeners) listener.kill();
    await bus.close();
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function updateOf(wardUUID: string, revision: number): WardUpdate {
  const lastNotificationSent = new Date().toISOString();
  return { wardUUID, update: { uuid: wardUUID, roomStatus: 3, lastNotification: 3, lastNotificationSent, revision } };
}

/** How many updates each of them has heard of. */
async function countsOf(listeners: readonly ChildProcess[]): Promise<readonly number[]> {
  return Promise.all(
    listeners.map(async (listener) => {
      const answer = once(listener, 'message');
      listener.send('how many?');
      return z.tuple([z.number()], z.unknown()).parse(await answer)[0];
    }),
  );
}

async function arrived(listeners: readonly ChildProcess[], isEnough: (count: number, index: number) => boolean) {
  while (!(await countsOf(listeners)).every(isEnough)) await pause(10);
}
