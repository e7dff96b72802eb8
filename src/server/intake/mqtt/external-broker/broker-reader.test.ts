import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../../scripts/services/ports.ts';
import { createMessageQueue } from '../message-queue.ts';
import { type BrokerReaderOptions, startBrokerReader } from './broker-reader.ts';
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

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const permanentLease = () =>
  createPermanentLease({ read: async () => ({ clientId: 'reader', holder: '', beat: 0 }) }, log);

function startReader(port: number, more: Partial<BrokerReaderOptions> = {}) {
  const logRefusal = vi.fn();
  return startBrokerReader({
    broker: { url: `mqtt://127.0.0.1:${port}` },
    lease: permanentLease(),
    filters: () => [],
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
    ...more,
  });
}

test('the reader subscribes on the next connection when the broker closed one while the topics changed', async () => {
  const { port, subscriptions } = await startSilentBroker();
  const filters = ['room-status/#'];
  const reader = startReader(port, { filters: () => filters });
  await expect.poll(() => subscriptions.length, { timeout: 10_000 }).toBe(1);
  filters.push('other/#');
  reader.refresh(['other/#']);
  subscriptions[0]?.destroy();
  await expect.poll(() => subscriptions.length, { timeout: 10_000 }).toBe(2);
  subscriptions[1]?.destroy();
  await reader.close();
}, 30_000);

test('a server that does not reach the broker offers the lease, because another one may reach it', async () => {
  const offered = Promise.withResolvers<void>();
  const reader = startReader(await freePort(), { lease: { ...permanentLease(), offer: offered.resolve } });
  await offered.promise;
  expect(reader.isConnected()).toBe(false);
  await reader.close();
}, 30_000);
