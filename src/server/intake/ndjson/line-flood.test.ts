/** Backpressure on NDJSON connections: a fast sender, or one that does not read its answers, has to wait. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { openLineSender } from '../../../../tests/support/line-sender.ts';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import type { ReceiveReports } from '../ingest-items.ts';

let app: SmallApp | undefined;
afterEach(async () => {
  app?.fastify.server.closeAllConnections();
  await app?.close();
});

const line = `${JSON.stringify({ stream: small.streamA1x1, status: 3 })}\n`;
const flood = 24 * 1024 * 1024;
const acceptAll: ReceiveReports = async (items) => items.map(() => ({ outcome: 'accepted', revision: 1 }));

async function start(receiver: { receive?: ReceiveReports; isOverloaded?: () => boolean }) {
  app = await startSmallApp({ receiver, ratePerSecond: 1_000_000 });
  const sockets: Socket[] = [];
  app.fastify.server.on('connection', (socket: Socket) => void sockets.push(socket));
  const sender = await openLineSender(app.url, app.deviceKey);
  sender.outgoing.write(line.repeat(flood / line.length));
  return { sender, read: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) };
}

/** Resolves with the bytes read, when no more were read for a while. */
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

test('no more lines are read while reports wait to be stored, and all are stored later', async () => {
  const storing = Promise.withResolvers<void>();
  let storedCount = 0;
  const { sender, read } = await start({
    receive: async (items, from) => {
      await storing.promise;
      storedCount += items.length;
      return acceptAll(items, from);
    },
  });
  expect(await bytesAtStandstill(read)).toBeLessThan(1024 * 1024);
  expect(storedCount).toBe(0);
  storing.resolve();
  sender.response.resume();
  await vi.waitFor(() => expect(read()).toBeGreaterThan(8 * 1024 * 1024), { timeout: 20_000 });
  expect(storedCount).toBeGreaterThan(50_000);
}, 40_000);

test('an overloaded server ingests nothing from an NDJSON connection until it has caught up', async () => {
  let isOverloaded = true;
  const receive = vi.fn<ReceiveReports>(acceptAll);
  const { sender, read } = await start({ receive, isOverloaded: () => isOverloaded });
  expect(await bytesAtStandstill(read)).toBeLessThan(1024 * 1024);
  expect(receive).not.toHaveBeenCalled();
  isOverloaded = false;
  expect(await sender.next()).toMatchObject({ line: 1, outcome: 'accepted' });
}, 20_000);

test('nothing more is read from a sender that does not read its answers', async () => {
  const { read } = await start({ receive: acceptAll });
  // Only what fits into the socket buffers of both ends is read.
  expect(await bytesAtStandstill(read)).toBeLessThan(flood / 2);
}, 20_000);

test('the lines of a sender that exceeds its rate and disconnects are dropped and counted', async () => {
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

test('every connection that is reset in the middle of a line is counted, and logged once', async () => {
  app = await startSmallApp({ receiver: { receive: acceptAll } });
  const { metrics, url, deviceKey } = app;
  const body = `${line}{"`;
  const type = 'Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked';
  const call = `POST /api/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${deviceKey}\r\n${type}\r\n\r\n`;
  for (let index = 0; index < 20; index += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`${call}${body.length.toString(16)}\r\n${body}\r\n`);
    // The first line is answered, so the server is reading the second one.
    await once(socket, 'data');
    socket.resetAndDestroy();
  }
  await vi.waitFor(
    async () => expect(await metrics.registry.metrics()).toContain('room_status_truncated_lines_total 20'),
    {
      timeout: 10_000,
    },
  );
  expect(app.log.filter((entry) => entry.includes('a line was truncated'))).toHaveLength(1);
}, 20_000);
