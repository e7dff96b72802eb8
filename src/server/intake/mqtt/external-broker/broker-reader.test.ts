import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../../scripts/services/ports.ts';
import { createMessageQueue } from '../message-queue.ts';
import { type BrokerReaderOptions, startBrokerReader } from './broker-reader.ts';
import { createPermanentLease } from './broker-lease.ts';

const packet = { connect: 0x10, subscribe: 0x82 };
const connectionAccepted = Buffer.from([0x20, 2, 0, 0]);
/** The acceptance of a connection whose session the broker has. */
const sessionContinued = Buffer.from([0x20, 2, 1, 0]);

/** A broker that accepts connections. By default it never answers a subscription. */
async function startFakeBroker({ accepted = connectionAccepted, answersSubscriptions = false } = {}) {
  const subscriptions: Socket[] = [];
  const sockets = new Set<Socket>();
  const broker = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data[0] === packet.connect) socket.write(accepted);
      if (data[0] !== packet.subscribe) return;
      subscriptions.push(socket);
      // The acknowledgement of one topic filter, with the id of the packet.
      if (answersSubscriptions) socket.write(Buffer.from([0x90, 3, ...data.subarray(2, 4), 1]));
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
  const { port, subscriptions } = await startFakeBroker();
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

test('a reader that gets the lease again subscribes again, because another server may have had the session', async () => {
  const { port, subscriptions } = await startFakeBroker({ accepted: sessionContinued, answersSubscriptions: true });
  const terms = [new AbortController(), new AbortController()];
  let term = terms[0];
  const acquire = async () => ({ clientId: 'reader', lost: term?.signal ?? AbortSignal.abort() });
  const reader = startReader(port, { lease: { ...permanentLease(), acquire }, filters: () => ['room-status/#'] });
  await expect.poll(() => log.info.mock.calls.length, { timeout: 10_000 }).toBe(1);
  [, term] = terms;
  terms[0]?.abort();
  await expect.poll(() => subscriptions.length, { timeout: 10_000 }).toBe(2);
  await reader.close();
}, 30_000);
