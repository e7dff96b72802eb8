/** Callers disconnect while their key is looked up, as happens with a slow database. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify as createFastify } from 'fastify';
import { expect, test } from 'vitest';
import { everything } from '../../../../tests/support/homes/small-home.ts';
import { AppError } from '../../shared/app-error.ts';
import { createBackpressure } from './backpressure.ts';

const caller = { keyId: 'k', keyName: 'gateway', scope: everything, ratePerSecond: 10_000 };

function createServer() {
  const server = createFastify();
  server.addContentTypeParser('application/x-ndjson', (_request, _payload, done) => done(null, undefined));
  return { server, admit: createBackpressure({ isOverloaded: () => false }).admit };
}

test.each([
  ['application/json', 70],
  ['application/x-ndjson', 520],
])('callers that disconnect before their request of type %s is admitted use up no limit', async (type, callerCount) => {
  const { server, admit } = createServer();
  let isSlow = true;
  const decisions: (number | 'admitted')[] = [];
  const allDecided = Promise.withResolvers<void>();
  server.addHook('onRequest', async (request, reply) => {
    if (isSlow) {
      request.raw.socket.destroy();
      await once(reply.raw, 'close');
    }
    try {
      admit(caller, request, reply);
      decisions.push('admitted');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      decisions.push(error.status);
    }
    if (decisions.length === callerCount) allDecided.resolve();
  });
  server.post('/', async () => 'stored');
  await server.listen({ port: 0, host: '127.0.0.1', backlog: 1_000 });
  const { port } = new URL(server.listeningOrigin);
  for (let index = 0; index < callerCount; index += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  }
  await allDecided.promise;
  expect(new Set(decisions)).toEqual(new Set([503]));
  isSlow = false;
  const headers = { 'content-type': type };
  expect((await fetch(server.listeningOrigin, { method: 'POST', headers, body: '{}\n' })).status).toBe(200);
  expect(decisions.at(-1)).toBe('admitted');
  await server.close();
});
