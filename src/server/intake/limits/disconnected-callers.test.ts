/** Clients that give up while their key is looked up, as they do when the database is slow. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify as createFastify } from 'fastify';
import { expect, test } from 'vitest';
import { everything } from '../../../../tests/support/homes/small-home.ts';
import { AppError } from '../../shared/app-error.ts';
import { createBackpressure } from './backpressure.ts';
import { createTokenBuckets } from './token-bucket.ts';

const caller = { keyId: 'k', keyName: 'gateway', scope: everything, ratePerSecond: 10_000 };

test.each([
  ['application/json', 70],
  ['application/x-ndjson', 520],
])('who went away before the gate takes no place behind it: %s', async (type, callers) => {
  const gate = createBackpressure({ limits: createTokenBuckets(), isOverloaded: () => false });
  const server = createFastify();
  server.addContentTypeParser('application/x-ndjson', (_request, _payload, done) => done(null, undefined));
  let isSlow = true;
  const decided: (number | 'let in')[] = [];
  const allDecided = Promise.withResolvers<void>();
  server.addHook('onRequest', async (request, reply) => {
    if (isSlow) {
      request.raw.socket.destroy();
      await once(reply.raw, 'close');
    }
    try {
      gate(caller, request, reply);
      decided.push('let in');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      decided.push(error.status);
    }
    if (decided.length === callers) allDecided.resolve();
  });
  server.post('/', async () => 'taken');
  await server.listen({ port: 0, host: '127.0.0.1', backlog: 1_000 });
  const { port } = new URL(server.listeningOrigin);
  for (let index = 0; index < callers; index += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  }
  await allDecided.promise;
  expect(new Set(decided)).toEqual(new Set([503]));
  isSlow = false;
  const headers = { 'content-type': type };
  expect((await fetch(server.listeningOrigin, { method: 'POST', headers, body: '{}\n' })).status).toBe(200);
  expect(decided.at(-1)).toBe('let in');
  await server.close();
});
