import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createWebServer } from './web-server.ts';

const servers: ReturnType<typeof createWebServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: { readonly bodyTimeoutMs?: number } = { bodyTimeoutMs: 100 }) {
  const fastify = createWebServer({ logLevel: 'silent', ...options });
  servers.push(fastify);
  fastify.post('/short', async () => 'done');
  fastify.addContentTypeParser('text/long', (_request, payload, done) => {
    let text = '';
    payload.on('data', (part) => (text += String(part)));
    payload.on('end', () => done(null, text));
  });
  const config = { isBodyStreamed: (type: string | undefined) => type === 'text/long' };
  fastify.post('/long', { config }, async ({ body }) => body);
  fastify.post(
    '/unread',
    { config, onRequest: async (_request, reply) => reply.code(401).send('no token') },
    async () => 'done',
  );
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  return (path: string, type: string, allowHalfOpen = false) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 4\r\n\r\n"a`);
    const began = performance.now();
    const response = (async () => {
      let text = '';
      for await (const part of socket) text += String(part);
      return { text, took: performance.now() - began };
    })();
    const connectionCount = () =>
      new Promise((resolve) => void fastify.server.getConnections((_, count) => resolve(count)));
    return { socket, response, connectionCount };
  };
}

test('a sender whose body does not arrive in time gets a response that asks for a retry', async () => {
  const open = await start();
  const { response } = open('/short', 'application/json');
  const { text } = await response;
  expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n[^]*retry-after: \d/);
  expect(text).toContain('The request did not arrive in time.');
});

test('a refused client that keeps its half of the connection open is disconnected', async () => {
  const open = await start();
  const { response, connectionCount } = open('/short', 'application/json', true);
  await response;
  expect(await connectionCount()).toBe(1);
  await vi.waitFor(async () => expect(await connectionCount()).toBe(0), { timeout: 5_000 });
});

test.each(['application/json', 'text/long'])(
  'a client that gets a response before its body of the type %s was read, and sends the rest slowly, is disconnected after the time limit',
  async (type) => {
    const open = await start();
    const { response, socket, connectionCount } = open('/unread', type, true);
    expect((await once(socket, 'data')).join('')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await connectionCount()).toBe(1);
    expect((await response).took).toBeGreaterThan(80);
    await vi.waitFor(async () => expect(await connectionCount()).toBe(0), { timeout: 5_000 });
  },
);

test('a streamed body has no time limit, but a body of another content type on the same route has one', async () => {
  const open = await start();
  const [long, short] = [open('/long', 'text/long'), open('/long', 'application/json')];
  const { took } = await short.response;
  expect(took).toBeGreaterThan(80);
  long.socket.end('b"');
  expect((await long.response).text).toMatch(/^HTTP\/1\.1 200 [^]*"ab"$/);
});
