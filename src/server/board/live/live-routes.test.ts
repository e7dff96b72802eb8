import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEvents, type EventReader } from '../../../../tests/support/event-reader.ts';
import { everything, small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const events = (ward: string) => `/streams/events?wardUUID=${ward}`;

let now: number;
let app: SmallApp;
const readers: EventReader[] = [];
beforeEach(async () => {
  now = noon;
  app = await startSmallApp({ now: () => now, heartbeatMs: 30, recheckMs: 30 });
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await app.close();
});

async function connectTo(ward: string, token = app.token): Promise<EventReader> {
  const reader = await readEvents(app.url, ward, token);
  readers.push(reader);
  return reader;
}

test('[LIVE-1] [PROD-3] a report reaches all viewers of its ward as a roomStatus event with a JSON list', async () => {
  const [first, second] = [await connectTo(small.wardA1x), await connectTo(small.wardA1x.toUpperCase())];
  await app.report({ stream: small.streamA1x2, status: 'man_down', at: '2026-03-01T11:59:58Z' });
  const expected = [
    {
      uuid: small.streamA1x2,
      roomStatus: 1,
      lastNotification: 1,
      lastNotificationSent: '2026-03-01T11:59:58.000Z',
      revision: 1,
    },
  ];
  expect(await first.next()).toEqual(expected);
  expect(await second.next()).toEqual(expected);
});

test('one live connection follows several wards, and is refused if the user may not see one of them', async () => {
  const reader = await connectTo(`${small.wardA1x},${small.wardA1y}`);
  await app.report({ stream: small.streamA1y1, status: 5 });
  await app.report({ stream: small.streamA1x1, status: 5 });
  expect([...(await reader.next()), ...(await reader.next())].map(({ uuid }) => uuid)).toEqual([
    small.streamA1y1,
    small.streamA1x1,
  ]);
  const token = app.users.token([{ kind: 'ward', uuid: small.wardA1x }]);
  expect((await app.get(events(`${small.wardA1x},${small.wardA1y}`), token)).status).toBe(404);
  expect((await app.get(events(`${small.wardA1x},`), token)).status).toBe(422);
});

test('[LIVE-1] [LIVE-4] a new connection sends its retry delay at once', async () => {
  const reader = await connectTo(small.wardA1x);
  expect(reader.response.headers.get('content-type')).toBe('text/event-stream');
  expect(reader.response.headers.get('cache-control')).toContain('no-transform');
  expect(reader.response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reader.retry()).toBeGreaterThanOrEqual(500);
  expect(reader.retry()).toBeLessThanOrEqual(1_500);
});

describe('the end of a live connection', () => {
  test('a live connection ends at once when its user signs out', async () => {
    const slow = await startSmallApp({ heartbeatMs: 3_600_000 });
    const token = slow.users.token([everything]);
    const other = await readEvents(slow.url, small.wardA1x, slow.token);
    const reader = await readEvents(slow.url, small.wardA1x, token);
    await fetch(`${slow.url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    expect(await reader.ended).toBe('by the server');
    await slow.report({ stream: small.streamA1x1, status: 3 });
    expect(await other.next()).toHaveLength(1);
    await slow.close();
  });

  test('a live connection ends when its token was revoked by another process', async () => {
    const token = app.users.token([everything]);
    const reader = await connectTo(small.wardA1x, token);
    app.users.revoke(token);
    expect(await reader.ended).toBe('by the server');
  });

  test('a live connection ends when its user may no longer see the ward', async () => {
    const token = app.users.token([everything]);
    const reader = await connectTo(small.wardA1x, token);
    app.users.setScopes(token, [{ kind: 'client', uuid: small.clientB }]);
    expect(await reader.ended).toBe('by the server');
  });

  test('a live connection that has ended is no longer counted or checked', async () => {
    const viewers = async () => /^room_status_viewers (\d+)$/m.exec(await app.metrics.registry.metrics())?.[1];
    const [first, second] = [await connectTo(small.wardA1x), await connectTo(small.wardA1x)];
    expect(await viewers()).toBe('2');
    first.close();
    await vi.waitFor(async () => expect(await viewers()).toBe('1'), { timeout: 10_000 });
    app.users.revoke(app.token);
    await second.ended;
    await vi.waitFor(async () => expect(await viewers()).toBe('0'), { timeout: 10_000 });
  });

  test('a live connection ends when the server stops', async () => {
    const reader = await connectTo(small.wardA1x);
    const closing = app.fastify.close();
    expect(await reader.ended).toBe('by the server');
    await closing;
  });
});

test('during an outage of the database live connections are broken off, so that boards turn grey at once, and new ones are refused', async () => {
  let hasOutage = false;
  const failing = await startSmallApp({ heartbeatMs: 30, receiver: { hasOutage: () => hasOutage } });
  const reader = await readEvents(failing.url, small.wardA1x, failing.token);
  expect(await reader.comment()).toBe('alive');
  hasOutage = true;
  await expect(reader.ended).rejects.toThrow('terminated');
  const { status, headers } = await failing.get(events(small.wardA1x));
  expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.closeTo(2, -1)]);
  hasOutage = false;
  const again = await readEvents(failing.url, small.wardA1x, failing.token);
  expect(await again.comment()).toBe('alive');
  again.close();
  await failing.close();
});

test('no heartbeats are sent after a failed reconciliation, until the next one succeeds', async () => {
  const externalWriteVersion = vi.fn((): number | undefined => undefined);
  const uncertain = await startSmallApp({ heartbeatMs: 30, externalWriteVersion });
  const reader = await readEvents(uncertain.url, small.wardA1x, uncertain.token);
  let alive = 0;
  const counting = (async () => {
    while ((await reader.comment()) === 'alive') alive += 1;
  })().catch(() => undefined);
  let isRestored = false;
  externalWriteVersion
    .mockImplementationOnce(() => {
      throw new Error('the database is away');
    })
    .mockImplementationOnce(() => void (isRestored = true));
  const within = { timeout: 10_000, interval: 1 };
  await vi.waitFor(() => expect(uncertain.log.join('')).toContain('the wards cannot be read'), within);
  await new Promise(setImmediate);
  const before = alive;
  expect(before).toBeGreaterThan(5);
  await vi.waitFor(() => expect(isRestored).toBe(true), within);
  // A heartbeat may have been sent before the failure. Without the failure there would be dozens in this time.
  expect(alive - before).toBeLessThan(10);
  await vi.waitFor(() => expect(alive - before).toBeGreaterThan(20), within);
  reader.close();
  await counting;
  await uncertain.close();
}, 30_000);

test('a viewer that does not read is disconnected, and the other viewers of the ward get their updates', async () => {
  const { port } = new URL(app.url);
  const request = `GET /api${events(small.wardA1x)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.token}\r\n\r\n`;
  const [reading, blocked] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')];
  blocked.on('error', () => undefined);
  const received = collect(reading);
  reading.write(request);
  blocked.write(request);
  await received.has(': open\n\n');
  await new Promise((resolve) => blocked.once('readable', resolve));

  const connections = () =>
    new Promise<number>((resolve, reject) => {
      app.fastify.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  const large = { roomStatus: 1, lastNotification: 1, uuid: 'x'.repeat(500_000) };
  // The kernel buffers a few megabytes for the blocked viewer before the server has to buffer.
  for (let revision = 1; (await connections()) === 2; revision += 1) {
    const lastNotificationSent = new Date(revision).toISOString();
    app.bus.publish([
      { wardUUID: small.wardA1x, update: { ...large, lastNotificationSent, revision, alertRevision: 0 } },
    ]);
    await received.has(`"revision":${revision}}]`);
  }
  await app.report({ stream: small.streamA1x1, status: 3 });
  expect(await received.has(small.streamA1x1)).toContain('"roomStatus":3');
  reading.destroy();
  blocked.destroy();
});

const maxKeptCharacters = 10_000;

function collect(socket: Socket) {
  let text = '';
  const waiting = new Set<() => void>();
  socket.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-maxKeptCharacters);
    for (const check of waiting) check();
  });
  return {
    has: (wanted: string) =>
      new Promise<string>((resolve) => {
        const check = () => {
          if (!text.includes(wanted)) return;
          waiting.delete(check);
          resolve(text);
        };
        waiting.add(check);
        check();
      }),
  };
}
