import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMessageQueue } from '../message-queue.ts';
import { startBrokerReader } from './broker-reader.ts';
import { createPermanentLease } from './broker-lease.ts';

const packet = { connect: 0x10, subscribe: 0x82 };
const connectionAccepted = Buffer.from([0x20, 2, 0, 0]);

/** A broker that accepts connections and never answers a subscription. */
async function startSilentBroker() {
  const subscriptions: Socket[] = [];
  const sockets = new Set<Socket>();
  const broker = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data[0] === packet.connect) socket.write(connectionAccepted);
      if (data[0] === packet.subscribe) subscriptions.push(socket);
    });
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    broker.close();
  });
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('the broker has no port');
  return { port: address.port, subscriptions };
}

test('the reader subscribes on the next connection when the broker closed one while the topics changed', async () => {
  const { port, subscriptions } = await startSilentBroker();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const logRefusal = vi.fn();
  const filters = ['room-status/#'];
  const reader = startBrokerReader({
    broker: { url: `mqtt://127.0.0.1:${port}` },
    lease: createPermanentLease({ read: async () => ({ clientId: 'reader', holder: '', beat: 0 }) }, log),
    filters: () => filters,
    queue: createMessageQueue({
      parse: () => 'foreign-topic',
      intake: { ingest: async () => [] },
      isPermanent: () => false,
      log,
      logRefusal,
      onUnavailable: 'retry',
    }),
    callerOf: () => ({ keyId: 'broker', keyName: 'broker', scope: { kind: 'everything' }, ratePerSecond: null }),
    logRefusal,
    now: Date.now,
    log,
  });
  await expect.poll(() => subscriptions.length, { timeout: 10_000 }).toBe(1);
  filters.push('other/#');
  reader.refresh(['other/#']);
  subscriptions[0]?.destroy();
  await expect.poll(() => subscriptions.length, { timeout: 10_000 }).toBe(2);
  subscriptions[1]?.destroy();
  await reader.close();
}, 30_000);
