/** The TLS front in front of a stand-in for the server: what it passes on, and what it must not. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Front, startFront } from '../../scripts/cluster/front.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { freePort } from '../../scripts/services/ports.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answers: Answer[] = [];
let folder = '';
let front: Front;
const servers = [0, 1].map((number) => createServer((incoming, response) => answers[number]?.(incoming, response)));

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
  answers = [];
});
afterAll(async () => {
  await front.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true, force: true });
});

/** Asks the front; the body is still open for writing. */
function ask(path: string, options: RequestOptions = {}) {
  const outgoing = request(`${front.url}${path}`, { rejectUnauthorized: false, agent: false, ...options });
  const answer = once(outgoing, 'response').then(([response]: IncomingMessage[]) => {
    if (response === undefined) throw new Error('there is no answer');
    return response.setEncoding('utf8');
  });
  return { outgoing, answer };
}

/** The same for both servers. */
function both(answer: Answer): void {
  answers = [answer, answer];
}

test('every byte of an event stream arrives at once', async () => {
  let write: (text: string) => void = () => undefined;
  both((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write = (text) => void response.write(text);
    write(': first\n\n');
  });
  const { outgoing, answer } = ask('/api/streams/events?wardUUID=1', { headers: { 'accept-encoding': 'gzip' } });
  outgoing.end();
  const response = await answer;
  expect(response.headers['content-encoding']).toBeUndefined();
  const next = async () => String((await once(response, 'data'))[0]);
  expect(await next()).toBe(': first\n\n');
  for (const word of ['second', 'third']) {
    const heard = next();
    write(`: ${word}\n\n`);
    expect(await heard).toBe(`: ${word}\n\n`);
  }
  outgoing.destroy();
});

test('a report line by line is answered line by line, while the request is still open', async () => {
  both((incoming, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.flushHeaders();
    incoming.setEncoding('utf8').on('data', (text: string) => response.write(`taken ${text}`));
    incoming.on('end', () => response.end());
  });
  const headers = { 'content-type': 'application/x-ndjson' };
  const { outgoing, answer } = ask('/api/reports', { method: 'POST', headers });
  outgoing.write('one\n');
  const response = await answer;
  const next = async () => String((await once(response, 'data'))[0]);
  expect(await next()).toBe('taken one\n');
  const second = next();
  outgoing.write('two\n');
  expect(await second).toBe('taken two\n');
  outgoing.end();
  await once(response, 'end');
});

test('a report that was sent and not answered is not sent again', async () => {
  let received = 0;
  both((incoming) => {
    received += 1;
    incoming.resume().on('end', () => incoming.socket.destroy());
  });
  const { outgoing, answer } = ask('/api/reports', { method: 'POST' });
  outgoing.end('{}');
  const response = await answer;
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('1');
  expect(response.headers['content-type']).toBe('application/problem+json');
  response.resume();
  expect(received).toBe(1);
});

test('a question that one server cannot answer is put to the other', async () => {
  let asked = 0;
  both((incoming, response) => {
    asked += 1;
    if (asked === 1) incoming.socket.destroy();
    else response.end('here');
  });
  const { outgoing, answer } = ask('/api/clients');
  outgoing.end();
  const response = await answer;
  expect(response.statusCode).toBe(200);
  expect(asked).toBe(2);
  response.resume();
});

test('what a browser claims of its own address is replaced, and an answer of the server stays as it is', async () => {
  both((incoming, response) => {
    response.writeHead(503, { 'retry-after': '7' }).end(incoming.headers['x-forwarded-for']);
  });
  const { outgoing, answer } = ask('/api/clients', { headers: { 'x-forwarded-for': '192.0.2.1' } });
  outgoing.end();
  const response = await answer;
  expect(response.headers['retry-after']).toBe('7');
  expect(String((await once(response, 'data'))[0])).toBe('127.0.0.1');
});

test('the measurements are not for the outside', async () => {
  both((_incoming, response) => void response.end('secret'));
  const { outgoing, answer } = ask('/metrics');
  outgoing.end();
  const response = await answer;
  expect(response.statusCode).toBe(404);
  response.resume();
});
