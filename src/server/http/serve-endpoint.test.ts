import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Problem } from '../../contract/problem.ts';
import { AppError } from '../shared/app-error.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { createWebServer } from './web-server.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const roomNumber = {
  method: 'POST',
  path: '/rooms/{id}/number',
  access: 'public',
  summary: 'A test endpoint',
  params: z.object({ id: z.string().check(z.maxLength(4)) }),
  query: z.object({ floor: z.optional(z.string().check(z.regex(/^\d$/, 'must be a digit'))) }),
  body: z.object({ windows: z.array(z.object({ width: z.int() })) }),
  response: z.nullable(z.object({ number: z.int() })),
} as const satisfies Endpoint;

/** Accepts any value, so that a handler can return one that breaks the contract. */
const Unchecked = z.custom<{ number: number }>(() => true);

function serve(handler: () => unknown) {
  const log: string[] = [];
  const fastify = createWebServer({ logLevel: 'info', logTo: { write: (line) => void log.push(line) } });
  open.push(() => fastify.close());
  const nobody = async () => {
    throw new AppError('unauthenticated');
  };
  const others = { user: nobody, manager: nobody, administrator: nobody, device: nobody };
  const api = { fastify, authenticators: { public: async () => null, ...others } };
  serveEndpoint(api, { ...roomNumber, response: z.unknown() }, async () => handler());
  serveEndpoint(api, { ...roomNumber, path: '/strict/{id}' }, async () => z.parse(Unchecked, handler()));
  const call = (url: string, payload: object = { windows: [] }) => fastify.inject({ method: 'POST', url, payload });
  return { call, log, inject: fastify.inject.bind(fastify) };
}

test('a response that breaks the contract is logged and becomes a 500 without details', async () => {
  const { call, log } = serve(() => ({ number: 'four', secret: 'hunter2' }));
  const answer = await call('/strict/7');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    type: 'urn:room-status:problem:internal',
    title: 'Something went wrong on our side',
    status: 500,
  });
  expect(log.join('')).toContain('breaks the contract');
  expect(answer.body + log.join('')).not.toContain('hunter2');
});

test('fields that are not in the contract are removed from the response', async () => {
  const { call } = serve(() => ({ number: 4, secret: 'hunter2' }));
  expect((await call('/strict/7')).json()).toEqual({ number: 4 });
});

test('an endpoint that answers null sends the JSON text null', async () => {
  const { call } = serve(() => null);
  const answer = await call('/strict/7');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('null');
  expect(answer.headers['content-type']).toContain('application/json');
});

test('params, query and body are validated, and the invalid field is named', async () => {
  const { call } = serve(() => ({ number: 4 }));
  const fields = async (url: string, body?: object) =>
    z.parse(Problem, (await call(url, body)).json()).errors?.map(({ field, reason }) => `${field} ${reason}`);
  expect(await fields('/strict/12345')).toEqual([expect.stringMatching(/^id /)]);
  expect(await fields('/strict/7?floor=high')).toEqual(['floor must be a digit']);
  expect(await fields('/strict/7?floor=1&floor=2')).toEqual([expect.stringMatching(/^floor /)]);
  expect(await fields('/strict/7', {})).toEqual(['windows is missing']);
  expect(await fields('/strict/7', { windows: [{ width: 1 }, { width: 'wide' }, {}] })).toEqual([
    expect.stringMatching(/^windows\[1\]\.width /),
    'windows[2].width is missing',
  ]);
});

test('an unexpected error becomes a 500 without its message, which is logged', async () => {
  const { call, log } = serve(() => {
    throw new Error('the database is at /secret/path');
  });
  const answer = await call('/rooms/7/number');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('secret');
  expect(log.join('')).toContain('/secret/path');
});

test('an AppError sends its status, detail, members and headers', async () => {
  const { call } = serve(() => {
    throw new AppError('too-many-requests', {
      detail: 'Slower, please.',
      headers: { 'retry-after': '3' },
      members: { waiting: 2 },
    });
  });
  const answer = await call('/rooms/7/number');
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBe('3');
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({ status: 429, detail: 'Slower, please.', waiting: 2 });
});

test('an unavailable service is logged as info, a bug as error', async () => {
  const linesAfter = async (error: Error) => {
    const { call, log } = serve(() => {
      throw error;
    });
    await call('/rooms/7/number');
    return log.map((line) => z.parse(z.looseObject({ level: z.string(), msg: z.string() }), JSON.parse(line)));
  };
  expect(await linesAfter(new AppError('unavailable'))).toContainEqual(
    expect.objectContaining({ level: 'info', msg: 'request refused' }),
  );
  expect(await linesAfter(new Error('a bug'))).toContainEqual(
    expect.objectContaining({ level: 'error', msg: 'request failed' }),
  );
});

test('a request without the required body is refused with the reason that the body is missing', async () => {
  const { inject } = serve(() => ({ number: 4 }));
  const answer = await inject({ method: 'POST', url: '/strict/7' });
  expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'body', reason: 'is missing' }] });
});
