import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultRetryDelayMs, type EventStreamOptions, openEventStream } from './event-stream.ts';

/** Defines how the real server of a test responds. */
let answer: (response: ServerResponse, connection: number) => void;
let connections: { at: number; authorization: string | undefined }[];
let closeServer: () => Promise<void>;
let url: string;
let stream: { close(): void } | undefined;

beforeEach(async () => {
  connections = [];
  const server = createServer((request, response) => {
    connections.push({ at: performance.now(), authorization: request.headers.authorization });
    answer(response, connections.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  closeServer = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});

afterEach(async () => {
  stream?.close();
  vi.useRealTimers();
  await closeServer();
});

const sse = { 'content-type': 'text/event-stream; charset=utf-8' };

function open(options: Partial<EventStreamOptions> = {}) {
  const log: string[] = [];
  const waiting: { text: string; resolve: () => void }[] = [];
  const note = (text: string): void => {
    log.push(text);
    for (const wait of waiting) if (text.startsWith(wait.text)) wait.resolve();
  };
  stream = openEventStream({
    url,
    accessToken: () => Promise.resolve('a-token'),
    onOpen: () => note('open'),
    onEvent: (name, data) => note(`event ${name} ${data}`),
    onActivity: () => undefined,
    onDelayed: () => note('delayed'),
    onFailure: ({ isFatal, isOrderly, reason }) =>
      note(`${isFatal ? 'fatal' : isOrderly ? 'ended' : 'failed'}: ${reason}`),
    ...options,
  });
  return {
    log,
    until: (text: string) =>
      new Promise<void>((resolve) => {
        if (log.some((line) => line.startsWith(text))) resolve();
        else waiting.push({ text, resolve });
      }),
  };
}

test('[LIVE-1] the live connection carries the bearer token, and joins an event that arrives byte by byte', async () => {
  const bytes = Buffer.from('event: roomStatus\r\ndata: ["Zimmer Ägir 🛏",\r\ndata: 2]\r\n\r\n');
  answer = (response) => {
    response.writeHead(200, sse);
    void (async () => {
      for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.from([byte]), resolve));
    })();
  };
  const live = open();
  await live.until('event');
  expect(connections[0]?.authorization).toBe('Bearer a-token');
  expect(live.log).toEqual(['open', 'event roomStatus ["Zimmer Ägir 🛏",\n2]']);
});

test.each([
  [500, sse, 'status 500', []],
  // The stream reports the rejected token, so that the session can renew it.
  [401, sse, 'status 401', ['a-token']],
  [200, { 'content-type': 'text/html' }, 'the content type text/html', []],
])(
  '[LIVE-4] a response with status %d and headers %j is fatal: the live connection is not opened again',
  async (status, headers, reason, tokens) => {
    answer = (response) => response.writeHead(status, headers).end('data: x\n\n');
    const rejected: string[] = [];
    const live = open({ retryDelayMs: 1, onUnauthorized: (token) => rejected.push(token) });
    await live.until('fatal');
    expect(live.log).toEqual([`fatal: the server answered with ${reason}`]);
    expect(rejected).toEqual(tokens);
    expect(connections).toHaveLength(1);
  },
);

test('[LIVE-4] a live connection reconnects after an error, by default after 5000 ms', async () => {
  expect(defaultRetryDelayMs).toBe(5_000);
  answer = (response, connection) => {
    response.writeHead(200, sse);
    if (connection === 1) response.end(': hello\n\n');
    else response.write('event: roomStatus\ndata: again\n\n');
  };
  const live = open({ retryDelayMs: 40 });
  await live.until('event');
  expect(live.log).toEqual(['open', 'ended: the server ended the connection', 'open', 'event roomStatus again']);
  expect((connections[1]?.at ?? 0) - (connections[0]?.at ?? 0)).toBeGreaterThanOrEqual(39);
});

test('[LIVE-4] the retry delay that the server sends replaces the default delay', async () => {
  answer = (response, connection) => {
    response.writeHead(200, sse);
    if (connection === 1) response.end('retry: 20\n\n');
    else response.write('event: roomStatus\ndata: again\n\n');
  };
  const live = open({ retryDelayMs: 600_000 });
  await live.until('event');
  expect(connections).toHaveLength(2);
});

test('[LIVE-3] a live connection is open only when its first data arrive, because a proxy can buffer them', async () => {
  answer = (response, connection) => {
    response.writeHead(200, sse).flushHeaders();
    if (connection === 1) response.end();
    else response.write(': hello\n\n');
  };
  const live = open({ retryDelayMs: 1 });
  await live.until('open');
  expect(live.log).toEqual(['ended: the server ended the connection', 'open']);
});

test('a live connection that breaks is reported as failed, not as ended by the server', async () => {
  answer = (response) => {
    response.writeHead(200, sse).write(': hello\n\n');
    setImmediate(() => response.destroy());
  };
  const live = open({ retryDelayMs: 600_000 });
  await live.until('failed');
  expect(live.log.at(-1)).toMatch(/^failed: /);
});

const problem = { 'content-type': 'application/problem+json' };

test.each<[string, boolean, (response: ServerResponse) => void, Partial<EventStreamOptions>]>([
  ['that nobody accepts is refused', true, () => undefined, { url: 'http://127.0.0.1:9/' }],
  ['that is closed without an answer is refused', true, (response) => response.destroy(), {}],
  ['that a proxy answers with 502 is refused', true, (response) => response.writeHead(502).end(), {}],
  ['that our server answers with 503 is not', false, (response) => response.writeHead(503, problem).end('{}'), {}],
  ['that our server answers with 500 is not', false, (response) => response.writeHead(500, problem).end('{}'), {}],
  ['of a device without a network is not', false, (response) => response.destroy(), { isOnline: () => false }],
  [
    'without an access token is not',
    false,
    () => undefined,
    { accessToken: () => Promise.reject(new Error('the provider is unreachable')) },
  ],
])('a request for a live connection %s', async (_title, isRefused, respond, options) => {
  answer = respond;
  const { promise: failure, resolve: onFailure } = Promise.withResolvers<object>();
  open({ retryDelayMs: 600_000, ...options, onFailure });
  expect(await failure).toMatchObject({ isRefused });
});

test('each live connection asks for an access token, and tries again when there is none', async () => {
  const tokens = [Promise.reject(new Error('the provider is unreachable')), Promise.resolve('second')];
  answer = (response) => response.writeHead(200, sse).write('event: roomStatus\ndata: x\n\n');
  const live = open({ retryDelayMs: 5, accessToken: () => tokens.shift() ?? Promise.resolve('third') });
  await live.until('event');
  expect(live.log[0]).toBe('failed: the provider is unreachable');
  expect(connections[0]?.authorization).toBe('Bearer second');
});

test('a live connection is delayed each time no byte arrives for 15 s, and fails when none arrives for 30 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  const { promise: opened, resolve: begin } = Promise.withResolvers<ServerResponse>();
  answer = (response) => begin(response.writeHead(200, sse));
  let received = Promise.withResolvers<void>();
  const live = open({ retryDelayMs: 600_000, onActivity: () => received.resolve() });
  const response = await opened;
  for (const log of [
    ['open', 'delayed'],
    ['open', 'delayed', 'delayed'],
  ]) {
    received = Promise.withResolvers<void>();
    response.write(': hello\n\n');
    await received.promise;
    vi.advanceTimersByTime(14_000);
    expect(live.log).toEqual(log.slice(0, -1));
    vi.advanceTimersByTime(2_000);
    expect(live.log).toEqual(log);
  }
  vi.advanceTimersByTime(15_000);
  await live.until('failed');
  expect(live.log.slice(3)).toEqual(['failed: nothing was received for 30 s']);
});

test.each([
  ['a live connection fails after 30 s without a response of the server', 0],
  ['a live connection fails after the computer slept for a minute, although its monotonic clock stood still', 60_000],
])('%s', async (_title, sleptMs) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  const { promise: request, resolve: asked } = Promise.withResolvers<void>();
  answer = () => asked();
  const live = open({ retryDelayMs: 600_000 });
  await request;
  vi.setSystemTime(Date.now() + sleptMs);
  vi.advanceTimersByTime(sleptMs === 0 ? 31_000 : 1_000);
  await live.until('failed');
  expect(live.log).toEqual(['failed: nothing was received for 30 s']);
});

test.each([
  ['brings data', (response: ServerResponse) => response.write('event: roomStatus\ndata: x\n\n')],
  ['ends', (response: ServerResponse) => response.end()],
])('a live connection that %s after its page was frozen for an hour has failed', async (_what, wake) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  const { promise: opened, resolve: begin } = Promise.withResolvers<ServerResponse>();
  answer = (response) => {
    response.writeHead(200, sse).write(': hello\n\n');
    begin(response);
  };
  const live = open({ retryDelayMs: 600_000 });
  await live.until('open');
  vi.setSystemTime(Date.now() + 3_600_000);
  wake(await opened);
  await Promise.race([live.until('event'), live.until('ended'), live.until('failed')]);
  expect(live.log).toEqual(['open', 'failed: nothing was received for 30 s']);
});

test('a browser that loses its network fails its live connection at once', async () => {
  answer = (response) => response.writeHead(200, sse).write(': hello\n\n');
  const network = new EventTarget();
  const live = open({ retryDelayMs: 600_000, network });
  await live.until('open');
  network.dispatchEvent(new Event('offline'));
  await live.until('failed');
  expect(live.log).toEqual(['open', 'failed: this browser is offline']);
});

test('a live connection that the page closes calls no callback afterwards', async () => {
  const { promise: left, resolve: gone } = Promise.withResolvers<void>();
  answer = (response) => {
    response.on('close', gone);
    response.writeHead(200, sse).write(': hello\n\n');
  };
  const live = open();
  await live.until('open');
  stream?.close();
  await left;
  expect(live.log).toEqual(['open']);
});
