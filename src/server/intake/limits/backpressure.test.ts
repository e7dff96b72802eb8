import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, type SmallAppOptions, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey } from '../../devices/keys/device-keys.ts';

let app: SmallApp;
afterEach(() => app.close());

async function start(options: SmallAppOptions = {}) {
  app = await startSmallApp(options);
}

const keyOf = async (name: string, ratePerSecond = 10_000) =>
  (await createDeviceKey(app.database, { name, scope: everything, now: 0, ratePerSecond })).key;
const good = { stream: small.streamA1x1, status: 3 };

/** Sends the head of a request that announces a body, and no body. */
function sendHead(length: number, key = app.deviceKey): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    `POST /api/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

async function responseTo(socket: Socket): Promise<string> {
  const bytes = await new Promise<Buffer>((resolve) => {
    socket.once('data', resolve);
  });
  socket.destroy();
  return String(bytes);
}

test('a device that reports to an overloaded server gets 503 with Retry-After before its body is read, and no error is logged', async () => {
  let isOverloaded = true;
  await start({ receiver: { isOverloaded: () => isOverloaded } });
  const response = await responseTo(sendHead(900_000));
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response).toMatch(/retry-after: [123]\r\n/);
  isOverloaded = false;
  expect((await app.report(good)).status).toBe(200);
  const text = await app.metrics.registry.metrics();
  expect(text).toContain('room_status_deferred_calls_total{code="unavailable"} 1');
  expect(app.log.filter((line) => line.includes('"level":"error"') || line.includes('stack'))).toEqual([]);
});

test('a device key that exceeds its rate gets 429 with Retry-After, and other keys are not affected', async () => {
  await start();
  const key = await keyOf('flooding', 2);
  const list = Array.from({ length: 100 }, () => good);
  expect((await app.report(list, key)).status).toBe(200);
  const refused = await app.report(good, key);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
  expect((await app.report(good)).status).toBe(200);
});

test.each([
  ['of one device key get 429, and other keys are not affected', 1, 32, 429],
  ['of many device keys get 503', 4, 64, 503],
])(
  'too many large bodies %s, and reports are accepted again when their senders have disconnected',
  async (_, keyCount, bodyCount, status) => {
    await start();
    const mebibyte = 1024 * 1024;
    const keys = await Promise.all(Array.from({ length: keyCount }, (__, index) => keyOf(`gateway ${index}`)));
    // The server caches the keys now, so that it later admits each request in the moment in which it logs the request.
    for (const key of keys) await app.report(good, key);
    const before = app.log.filter((line) => line.includes('incoming request')).length;
    const reading = Array.from({ length: bodyCount }, (__, index) => sendHead(mebibyte, keys[index % keyCount]));
    const openRequests = () => app.log.filter((line) => line.includes('incoming request')).length - before;
    await vi.waitFor(() => expect(openRequests()).toBe(bodyCount));
    expect(await responseTo(sendHead(mebibyte, keys[0]))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (keyCount === 1) expect((await app.report(good)).status).toBe(200);
    for (const socket of reading) socket.destroy();
    await vi.waitFor(async () => expect((await app.report(good, keys[0])).status).toBe(200));
  },
);

test('one device key may open 500 NDJSON connections and no more, and other keys are not affected', async () => {
  await start();
  const key = await keyOf('opening');
  const open = () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
    const type = 'Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked';
    socket.write(`POST /api/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${type}\r\n\r\n`);
    return socket;
  };
  const opened = Array.from({ length: 500 }, open);
  const isOpen = (socket: Socket) => new Promise((resolve) => void socket.once('data', resolve));
  await Promise.all(opened.map(isOpen));
  const oneMore = await responseTo(open());
  expect(oneMore).toMatch(/^HTTP\/1\.1 429 /);
  expect(oneMore).toMatch(/retry-after: [123]\r\n/);
  expect(await app.metrics.registry.metrics()).toContain(
    'room_status_deferred_calls_total{code="too-many-requests"} 1',
  );
  const headers = { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/x-ndjson' };
  const body = JSON.stringify(good);
  expect((await fetch(`${app.url}/api/reports`, { method: 'POST', headers, body })).status).toBe(200);
  for (const socket of opened) socket.destroy();
  await vi.waitFor(async () => expect(await responseTo(open())).toMatch(/^HTTP\/1\.1 200 /));
});

test('a large invalid body counts against the rate limit of the device key that sent it', async () => {
  await start();
  const key = await keyOf('flooding', 10);
  const junk = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-${index}`, index]));
  expect((await app.report(junk, key)).status).toBe(422);
  const statuses: number[] = [];
  // The server counts the body when the call is over, which can be after the response.
  await vi.waitFor(async () => {
    statuses.push((await app.report(good, key)).status);
    expect(statuses.at(-1)).toBe(429);
  });
  // The reports alone would use up the key's burst of 100 only later.
  expect(statuses.length).toBeLessThan(50);
  expect((await app.report(good)).status).toBe(200);
});
