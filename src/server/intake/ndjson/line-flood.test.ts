/** Backpressure on NDJSON connections: a sender that is too fast, or that does not read its results, has to wait. */
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { openLineSender } from '../../../../tests/support/line-sender.ts';
import { small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import type { ReportReceiver } from '../reports/receive-reports.ts';

type Receive = ReportReceiver['receive'];

let app: SmallApp | undefined;
afterEach(async () => {
  app?.fastify.server.closeAllConnections();
  await app?.close();
});

const line = `${JSON.stringify({ stream: small.streamA1x1, status: 3 })}\n`;
const flood = 24 * 1024 * 1024;
const acceptAll: Receive = async (items) => items.map(() => ({ outcome: 'accepted', revision: 1 }));

async function start(receiver: { receive?: Receive; isOverloaded?: () => boolean }) {
  app = await startSmallApp({ receiver, ratePerSecond: 1_000_000 });
  const sockets: Socket[] = [];
  app.fastify.server.on('connection', (socket: Socket) => void sockets.push(socket));
  const sender = await openLineSender(app.url, app.deviceKey);
  sender.outgoing.write(line.repeat(flood / line.length));
  return { sender, read: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) };
}

/** Resolves with the number of bytes read, once it has not changed for a while. */
async function bytesAtStandstill(read: () => number): Promise<number> {
  let last = -1;
  let same = 0;
  await vi.waitFor(
    () => {
      same = read() === last ? same + 1 : 0;
      last = read();
      expect(same).toBeGreaterThan(10);
    },
    { timeout: 10_000, interval: 20 },
  );
  return last;
}

test('no more NDJSON lines are read while reports wait to be stored, and all lines are stored later', async () => {
  const storing = Promise.withResolvers<void>();
  let [storedCount, largestGroup] = [0, 0];
  const { sender, read } = await start({
    receive: async (items, from) => {
      await storing.promise;
      storedCount += items.length;
      largestGroup = Math.max(largestGroup, items.length);
      return acceptAll(items, from);
    },
  });
  expect(await bytesAtStandstill(read)).toBeLessThan(1024 * 1024);
  expect(storedCount).toBe(0);
  storing.resolve();
  sender.response.resume();
  await vi.waitFor(() => expect(read()).toBeGreaterThan(8 * 1024 * 1024), { timeout: 20_000 });
  expect(storedCount).toBeGreaterThan(50_000);
  // A larger group would hold the event loop for too long.
  expect(largestGroup).toBe(500);
}, 40_000);

test('an overloaded server ingests nothing from an NDJSON connection until it has caught up', async () => {
  let isOverloaded = true;
  const receive = vi.fn<Receive>(acceptAll);
  const { sender, read } = await start({ receive, isOverloaded: () => isOverloaded });
  expect(await bytesAtStandstill(read)).toBeLessThan(1024 * 1024);
  expect(receive).not.toHaveBeenCalled();
  isOverloaded = false;
  expect(await sender.next()).toMatchObject({ line: 1, outcome: 'accepted' });
}, 20_000);

test('no more lines are read from an NDJSON sender that does not read its results', async () => {
  const { read } = await start({ receive: acceptAll });
  // Only what fits into the socket buffers of both ends is read.
  expect(await bytesAtStandstill(read)).toBeLessThan(flood / 2);
}, 20_000);

test('the lines of an NDJSON sender that exceeds its rate and disconnects are dropped and counted', async () => {
  app = await startSmallApp({ receiver: { receive: acceptAll }, ratePerSecond: 1 });
  const { metrics } = app;
  const sender = await openLineSender(app.url, app.deviceKey);
  sender.outgoing.write('x\n'.repeat(3_000));
  await sender.next();
  const open = () => metrics.registry.getSingleMetricAsString('room_status_line_connections');
  expect(await open()).toMatch(/ 1$/);
  sender.outgoing.destroy();
  await vi.waitFor(async () => expect(await open()).toMatch(/ 0$/), { timeout: 10_000 });
  expect(await metrics.registry.metrics()).toMatch(/room_status_truncated_lines_total [1-9]\d{2,}/);
  expect(app.log.some((entry) => entry.includes('lines were dropped'))).toBe(true);
}, 20_000);
