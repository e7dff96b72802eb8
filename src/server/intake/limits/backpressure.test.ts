import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, type SmallAppOptions, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey } from '../device-keys/device-keys.ts';

let app: SmallApp;
afterEach(() => app.close());

async function start(options: SmallAppOptions = {}) {
  app = await startSmallApp(options);
}

const keyOf = async (name: string, ratePerSecond = 10_000) =>
  (await createDeviceKey(app.database, { name, scope: everything, now: 0, ratePerSecond })).key;
const good = { stream: small.streamA1x1, status: 3 };

/** Sends the head of a request and no body. */
function sendHead(length: number, key = app.deviceKey): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    `POST /api/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

async function answerTo(socket: Socket): Promise<string> {
  const bytes = await new Promise<Buffer>((resolve) => {
    socket.once('data', resolve);
  });
  socket.destroy();
  return String(bytes);
}

test('an overloaded server answers 503 with Retry-After before the body is read, and logs no error', async () => {
  let isOverloaded = true;
  await start({ receiver: { isOverloaded: () => isOverloaded } });
  const answer = await answerTo(sendHead(900_000));
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/retry-after: [123]\r\n/);
  isOverloaded = false;
  expect((await app.report(good)).status).toBe(200);
  const text = await app.metrics.registry.metrics();
  expect(text).toContain('room_status_deferred_calls_total{code="unavailable"} 1');
  expect(app.log.filter((line) => line.includes('"level":"error"') || line.includes('stack'))).toEqual([]);
});

test('a key that exceeds its rate is answered 429 with Retry-After, and other keys are not affected', async () => {
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
  ['of one key are answered 429, and other keys are not affected', 1, 32, 429],
  ['of many keys are answered 503', 4, 64, 503],
])('too many large bodies %s, and calls are accepted again after it', async (_, keyCount, bodyCount, status) => {
  await start();
  const mebibyte = 1024 * 1024;
  const keys = await Promise.all(Array.from({ length: keyCount }, (__, index) => keyOf(`gateway ${index}`)));
  const reading = Array.from({ length: bodyCount }, (__, index) => sendHead(mebibyte, keys[index % keyCount]));
  const openRequests = () => app.log.filter((line) => line.includes('incoming request')).length;
  await vi.waitFor(() => expect(openRequests()).toBe(bodyCount));
  expect(await answerTo(sendHead(mebibyte, keys[0]))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  if (keyCount === 1) expect((await app.report(good)).status).toBe(200);
  for (const socket of reading) socket.destroy();
  await vi.waitFor(async () => expect((await app.report(good, keys[0])).status).toBe(200));
});

test('one key may open 500 NDJSON connections, and other keys are not affected', async () => {
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
  const oneMore = await answerTo(open());
  expect(oneMore).toMatch(/^HTTP\/1\.1 429 /);
  expect(oneMore).toMatch(/retry-after: [123]\r\n/);
  expect(await app.metrics.registry.metrics()).toContain(
    'room_status_deferred_calls_total{code="too-many-requests"} 1',
  );
  const headers = { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/x-ndjson' };
  const body = JSON.stringify(good);
  expect((await fetch(`${app.url}/api/reports`, { method: 'POST', headers, body })).status).toBe(200);
  for (const socket of opened) socket.destroy();
  await vi.waitFor(async () => expect(await answerTo(open())).toMatch(/^HTTP\/1\.1 200 /));
});

test('a large invalid body counts against the rate limit of the device key that sent it', async () => {
  await start();
  const key = await keyOf('flooding', 10);
  const junk = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-${index}`, index]));
  expect((await app.report(junk, key)).status).toBe(422);
  const statuses: number[] = [];
  // The body is counted when its call is over, which can be after the answer.
  await vi.waitFor(async () => {
    statuses.push((await app.report(good, key)).status);
    expect(statuses.at(-1)).toBe(429);
  });
  // These reports alone would use up the key's burst of 100 only later.
  expect(statuses.length).toBeLessThan(50);
  expect((await app.report(good)).status).toBe(200);
});

test('every refused call is counted with its reason', async () => {
  await start();
  const call = (path: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${app.deviceKey}`, 'content-type': type };
    return fetch(`${app.url}/api/${path}`, { method: 'POST', headers, body });
  };
  const json = 'application/json';
  const answers = [
    await call('reports', json, '{"status":'),
    await call('reports', json, ' '.repeat(1024 * 1024 + 1)),
    await call('reports', 'text/plain', 'man down'),
    await call('heartbeat', 'application/x-ndjson', '{}\n'),
    await call('heartbeat', json, '[]'),
    await call('equipment/nowhere', json, '{}'),
    await app.report(good, 'no key at all'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 413, 415, 415, 422, 404, 401]);
  const counted = await app.metrics.registry.getSingleMetricAsString('room_status_refused_calls_total');
  expect(counted.split('\n').filter((line) => line.startsWith('room'))).toEqual([
    'room_status_refused_calls_total{code="malformed-json"} 1',
    'room_status_refused_calls_total{code="too-large"} 1',
    'room_status_refused_calls_total{code="unsupported-media-type"} 2',
    'room_status_refused_calls_total{code="invalid-request"} 1',
    'room_status_refused_calls_total{code="not-found"} 1',
  ]);
  expect(await app.metrics.registry.metrics()).toContain('room_status_refused_keys_total 1');
});
