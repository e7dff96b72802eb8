import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEvents, type EventReader } from '../../../../tests/support/event-reader.ts';
import { everything, nowhere, small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import type { Scope } from '../../../domain/user.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const events = (ward: string) => `/streams/events?wardUUID=${ward}`;

let now: number;
let app: SmallApp;
const readers: EventReader[] = [];
beforeEach(async () => {
  now = noon;
  app = await startSmallApp({ now: () => now, heartbeatMs: 30 });
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await app.close();
});

async function watch(ward: string, token = app.token): Promise<EventReader> {
  const reader = await readEvents(app.url, ward, token);
  readers.push(reader);
  return reader;
}

test('[LIVE-1] [PROD-3] a report reaches all who watch its ward, as a roomStatus event with a JSON list', async () => {
  const [first, second] = [await watch(small.wardA1x), await watch(small.wardA1x.toUpperCase())];
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

test('[LIVE-1] [LIVE-4] an open connection says so at once, and how soon to come back', async () => {
  const reader = await watch(small.wardA1x);
  expect(reader.response.headers.get('content-type')).toBe('text/event-stream');
  expect(reader.response.headers.get('cache-control')).toContain('no-transform');
  expect(reader.response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reader.retry()).toBeGreaterThanOrEqual(500);
  expect(reader.retry()).toBeLessThanOrEqual(1_500);
});

test('silence is broken by a heartbeat, again and again', async () => {
  const reader = await watch(small.wardA1x);
  expect(await reader.comment()).toBe('alive');
  expect(await reader.comment()).toBe('alive');
});

describe('who may watch', () => {
  const ofB: readonly Scope[] = [{ kind: 'client', uuid: small.clientB }];

  test('[API-1] nobody without a token', async () => {
    const response = await fetch(app.url + '/api' + events(small.wardA1x));
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  test("another client's ward is refused exactly like one that is not there", async () => {
    const token = app.people.token(ofB);
    const [foreign, unknown] = [await app.get(events(small.wardA1x), token), await app.get(events(nowhere), token)];
    expect(foreign.status).toBe(404);
    expect(await foreign.json()).toEqual(await unknown.json());
  });

  test('a location is no ward', async () => {
    expect((await app.get(events(small.locationA1))).status).toBe(404);
  });

  test("nothing of another ward comes along, not even of the same client's", async () => {
    const [ofA, ofOther] = [await watch(small.wardA1x), await watch(small.wardB1x, app.people.token(ofB))];
    await app.report([
      { stream: small.streamA1y1, status: 2 },
      { stream: small.streamB1x1, status: 3 },
      { stream: small.streamA1x1, status: 4 },
    ]);
    expect((await ofA.next()).map(({ uuid }) => uuid)).toEqual([small.streamA1x1]);
    expect((await ofOther.next()).map(({ uuid }) => uuid)).toEqual([small.streamB1x1]);
  });
});

describe('the connection is ended by the server', () => {
  test('when the token expires', async () => {
    const reader = await watch(small.wardA1x, app.people.token([everything], { expiresAt: noon + 60_000 }));
    await reader.comment();
    now = noon + 60_000;
    expect(await reader.ended).toBe('by the server');
  });

  test('at the very moment of the expiry, not only at a heartbeat', async () => {
    const slow = await startSmallApp({ heartbeatMs: 3_600_000 });
    const token = slow.people.token([everything], { expiresAt: Date.now() + 150 });
    const reader = await readEvents(slow.url, small.wardA1x, token);
    expect(await reader.ended).toBe('by the server');
    await slow.close();
  });

  test('at once when the person signs out', async () => {
    const slow = await startSmallApp({ heartbeatMs: 3_600_000 });
    const token = slow.people.token([everything]);
    const other = await readEvents(slow.url, small.wardA1x, slow.token);
    const reader = await readEvents(slow.url, small.wardA1x, token);
    await fetch(`${slow.url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    expect(await reader.ended).toBe('by the server');
    await slow.report({ stream: small.streamA1x1, status: 3 });
    expect(await other.next()).toHaveLength(1);
    await slow.close();
  });

  test('when the token was taken back elsewhere', async () => {
    const token = app.people.token([everything]);
    const reader = await watch(small.wardA1x, token);
    app.people.revoke(token);
    expect(await reader.ended).toBe('by the server');
  });

  test('when the person may no longer see the ward', async () => {
    const token = app.people.token([everything]);
    const reader = await watch(small.wardA1x, token);
    app.people.setScopes(token, [{ kind: 'client', uuid: small.clientB }]);
    expect(await reader.ended).toBe('by the server');
  });

  test('in an orderly way when the server stops', async () => {
    const reader = await watch(small.wardA1x);
    const closing = app.fastify.close();
    expect(await reader.ended).toBe('by the server');
    await closing;
  });
});

test('a board is not kept looking alive while nothing can be stored', async () => {
  let hasOutage = false;
  const troubled = await startSmallApp({ heartbeatMs: 30, receiver: { hasOutage: () => hasOutage } });
  const reader = await readEvents(troubled.url, small.wardA1x, troubled.token);
  expect(await reader.comment()).toBe('alive');
  hasOutage = true;
  expect(await reader.ended).toBe('by the server');
  const { status, headers } = await troubled.get(events(small.wardA1x));
  expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.closeTo(2, -1)]);
  hasOutage = false;
  const again = await readEvents(troubled.url, small.wardA1x, troubled.token);
  expect(await again.comment()).toBe('alive');
  again.close();
  await troubled.close();
});

test('a board is not told that it is alive while nobody knows whether it is right', async () => {
  const hasExternalWrites = vi.fn(async () => true);
  const doubtful = await startSmallApp({ heartbeatMs: 30, hasExternalWrites });
  const reader = await readEvents(doubtful.url, small.wardA1x, doubtful.token);
  let alive = 0;
  const counting = (async () => {
    while ((await reader.comment()) === 'alive') alive += 1;
  })().catch(() => undefined);
  hasExternalWrites.mockRejectedValueOnce(new Error('the database is away'));
  const within = { timeout: 10_000, interval: 1 };
  await vi.waitFor(() => expect(doubtful.log.join('')).toContain('watched wards cannot be read'), within);
  await new Promise(setImmediate);
  const before = alive;
  expect(before).toBeGreaterThan(5);
  await vi.waitFor(() => expect(hasExternalWrites).toHaveBeenCalledTimes(2), within);
  // One may have been on its way; in the two seconds between there would have been dozens.
  expect(alive - before).toBeLessThan(10);
  await vi.waitFor(() => expect(alive - before).toBeGreaterThan(20), within);
  reader.close();
  await counting;
  await doubtful.close();
}, 30_000);

test('a client of HTTP/1.0, such as an old proxy, gets the stream without chunks', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  const text = collect(socket);
  socket.write(`GET /api${events(small.wardA1x)} HTTP/1.0\r\nauthorization: Bearer ${app.token}\r\n\r\n`);
  await text.has(': open\n\n');
  await app.report({ stream: small.streamA1x1, status: 3 });
  const received = await text.has('"revision":1}]\n\n');
  expect(received).toContain('\n\nevent: roomStatus\ndata: [{"uuid"');
  expect(received).not.toMatch(/transfer-encoding/i);
  socket.destroy();
});

test('a viewer who does not read is cut off; the others do not notice', async () => {
  const { port } = new URL(app.url);
  const request = `GET /api${events(small.wardA1x)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.token}\r\n\r\n`;
  const [attentive, deaf] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')];
  deaf.on('error', () => undefined);
  const heard = collect(attentive);
  attentive.write(request);
  deaf.write(request);
  await heard.has(': open\n\n');
  await new Promise((resolve) => deaf.once('readable', resolve));

  const connections = () =>
    new Promise<number>((resolve, reject) => {
      app.fastify.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  const large = { roomStatus: 1, lastNotification: 1, uuid: 'x'.repeat(500_000) };
  // The kernel takes in a few megabytes for the deaf one before the server has to keep any.
  for (let revision = 1; (await connections()) === 2; revision += 1) {
    const lastNotificationSent = new Date(revision).toISOString();
    app.bus.publish([{ wardUUID: small.wardA1x, update: { ...large, lastNotificationSent, revision } }]);
    await heard.has(`"revision":${revision}}]`);
  }
  await app.report({ stream: small.streamA1x1, status: 3 });
  expect(await heard.has(small.streamA1x1)).toContain('"roomStatus":3');
  attentive.destroy();
  deaf.destroy();
});

/** Characters. */
const maxKeptCharacters = 10_000;

function collect(socket: Socket) {
  let text = '';
  const waiting = new Set<() => void>();
  socket.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-maxKeptCharacters);
    for (const look of waiting) look();
  });
  return {
    has: (wanted: string) =>
      new Promise<string>((resolve) => {
        const look = () => {
          if (!text.includes(wanted)) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        look();
      }),
  };
}
