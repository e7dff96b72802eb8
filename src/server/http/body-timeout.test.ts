import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createWebServer } from './web-server.ts';

const servers: ReturnType<typeof createWebServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start() {
  const fastify = createWebServer({ logLevel: 'silent', bodyWithinMs: 100 });
  servers.push(fastify);
  fastify.post('/short', async () => 'taken');
  fastify.addContentTypeParser('text/long', (_request, payload, done) => {
    let text = '';
    payload.on('data', (part) => (text += String(part)));
    payload.on('end', () => done(null, text));
  });
  const config = { takesLongBody: (type: string | undefined) => type === 'text/long' };
  fastify.post('/long', { config }, async ({ body }) => body);
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  return (path: string, type: string, allowHalfOpen = false) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 4\r\n\r\n"a`);
    const began = performance.now();
    const answer = (async () => {
      let text = '';
      for await (const part of socket) text += String(part);
      return { text, took: performance.now() - began };
    })();
    const openOnes = () => new Promise((resolve) => void fastify.server.getConnections((_, count) => resolve(count)));
    return { socket, answer, openOnes };
  };
}

test('a body that does not come ends its connection', async () => {
  const open = await start();
  const { answer } = open('/short', 'application/json');
  expect((await answer).text).toMatch(/^HTTP\/1\.1 400 /);
});

test('who is refused and does not close its half of the connection does not keep it', async () => {
  const open = await start();
  const { answer, openOnes } = open('/short', 'application/json', true);
  await answer;
  expect(await openOnes()).toBe(1);
  await vi.waitFor(async () => expect(await openOnes()).toBe(0), { timeout: 5_000 });
});

test('an address that takes long bodies does so for their type alone', async () => {
  const open = await start();
  const [long, short] = [open('/long', 'text/long'), open('/long', 'application/json')];
  const { took } = await short.answer;
  expect(took).toBeGreaterThan(80);
  long.socket.end('b"');
  expect((await long.answer).text).toMatch(/^HTTP\/1\.1 200 [^]*"ab"$/);
});
