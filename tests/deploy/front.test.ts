import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Front, startFront } from '../../scripts/cluster/front.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { freePort } from '../../scripts/services/ports.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handlers: Handler[] = [];
let folder = '';
let front: Front;
/** That of the real server: longer than the front keeps a connection, or the front may send a POST on one that closes. */
const keepAliveTimeout = 72_000;
const servers = [0, 1].map((number) =>
  createServer({ keepAliveTimeout }, (incoming, response) => handlers[number]?.(incoming, response)),
);

beforeAll(async () => {
  await ensureServices(['nginx', 'openssl']);
  folder = await mkdtemp(join(tmpdir(), 'room-status-front-'));
  const appPorts: number[] = [];
  for (const server of servers) {
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    appPorts.push(port);
  }
  front = await startFront({ folder, port: await freePort(), appPorts });
}, 300_000);
afterEach(() => {
  handlers = [];
});
afterAll(async () => {
  await front.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts a request to the front. The test can still write its body. */
function send(path: string, options: RequestOptions = {}) {
  const outgoing = request(`${front.url}${path}`, { rejectUnauthorized: false, agent: false, ...options });
  const response = once(outgoing, 'response').then(([first]: IncomingMessage[]) => {
    if (first === undefined) throw new Error('there is no response');
    return first.setEncoding('utf8');
  });
  return { outgoing, response };
}

/** Sends a complete request and returns the response with its text. */
async function ask(path: string, options: RequestOptions = {}) {
  const { outgoing, response: responded } = send(path, options);
  outgoing.end();
  const response = await responded;
  const { statusCode, headers } = response;
  return { statusCode, headers, text: (await response.toArray()).join('') };
}

function handleOnBoth(handler: Handler): void {
  handlers = [handler, handler];
}

test('the front does not buffer event streams', async () => {
  let write: (text: string) => void = () => undefined;
  handleOnBoth((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write = (text) => void response.write(text);
    write(': first\n\n');
  });
  const { outgoing, response: responded } = send('/api/streams/events?wardUUID=1', {
    headers: { 'accept-encoding': 'gzip' },
  });
  outgoing.end();
  const response = await responded;
  expect(response.headers['content-encoding']).toBeUndefined();
  const next = async () => String((await once(response, 'data'))[0]);
  expect(await next()).toBe(': first\n\n');
  for (const word of ['second', 'third']) {
    const received = next();
    write(`: ${word}\n\n`);
    expect(await received).toBe(`: ${word}\n\n`);
  }
  outgoing.destroy();
});

test('the front does not buffer NDJSON reports or their responses', async () => {
  handleOnBoth((incoming, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.flushHeaders();
    incoming.setEncoding('utf8').on('data', (text: string) => response.write(`stored ${text}`));
    incoming.on('end', () => response.end());
  });
  const headers = { 'content-type': 'application/x-ndjson' };
  const { outgoing, response: responded } = send('/api/reports', { method: 'POST', headers });
  outgoing.write('one\n');
  const response = await responded;
  const next = async () => String((await once(response, 'data'))[0]);
  expect(await next()).toBe('stored one\n');
  const second = next();
  outgoing.write('two\n');
  expect(await second).toBe('stored two\n');
  outgoing.end();
  await once(response, 'end');
});

test('a report to which one server does not respond is not sent to the other server, and is refused with 503 and Retry-After', async () => {
  let requestCount = 0;
  handleOnBoth((incoming) => {
    requestCount += 1;
    incoming.resume().on('end', () => incoming.socket.destroy());
  });
  const { statusCode, headers } = await ask('/api/reports', { method: 'POST' });
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json' });
  expect(requestCount).toBe(1);
});

test('a GET request to which one server does not respond is sent to the other server', async () => {
  let requestCount = 0;
  handleOnBoth((incoming, response) => {
    requestCount += 1;
    if (requestCount === 1) incoming.socket.destroy();
    else response.end('here');
  });
  expect((await ask('/api/clients')).statusCode).toBe(200);
  expect(requestCount).toBe(2);
});

test('the front replaces the X-Forwarded-For of a request with its sender address, and passes the body and Retry-After of a 503 response through', async () => {
  handleOnBoth((incoming, response) => {
    response.writeHead(503, { 'retry-after': '7' }).end(incoming.headers['x-forwarded-for']);
  });
  const { headers, text } = await ask('/api/clients', { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(headers['retry-after']).toBe('7');
  expect(text).toBe('127.0.0.1');
});

test('the front does not expose /metrics', async () => {
  handleOnBoth((_incoming, response) => void response.end('secret'));
  expect((await ask('/metrics')).statusCode).toBe(404);
});

test('the front refuses a flood of opened sign-in forms from one address with 429, and lets 300 people log in at once', async () => {
  handleOnBoth((_incoming, response) => void response.end('form'));
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const open = async (count: number, path: string) =>
    new Set(await Promise.all(Array.from({ length: count }, async () => (await ask(path, { agent })).statusCode)));
  expect(await open(300, '/idp/auth?client_id=room-status-web')).toEqual(new Set([200]));
  expect(await open(400, '/idp/auth?client_id=room-status-web')).toContain(429);
  // This address is the end of a sign-in whose password was right.
  expect(await open(1, '/idp/auth/the-id-of-a-sign-in')).toEqual(new Set([200]));
  agent.destroy();
});

test('the front refuses a burst of submitted sign-in forms from one address with 429, and does not limit loading the form or token requests', async () => {
  handleOnBoth((_incoming, response) => void response.end('form'));
  const sendRequests = (path: string, method: string) =>
    Promise.all(Array.from({ length: 45 }, async () => ask(path, { method })));
  const answers = await sendRequests('/idp/sign-in/1', 'POST');
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(31);
  const [refused] = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused?.headers['retry-after']).toBe('10');
  expect(refused?.text).toContain('try again in 10 seconds');
  for (const [path, method] of [
    ['/idp/sign-in/1', 'GET'],
    ['/idp/token', 'POST'],
  ] as const) {
    expect((await sendRequests(path, method)).every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
});
