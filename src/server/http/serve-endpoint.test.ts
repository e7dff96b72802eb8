import { afterEach, expect, test, vi } from 'vitest';
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

const noOutcomes = { start: vi.fn(), keep: vi.fn(), settle: vi.fn() };

/** Accepts any value, so that a handler can return one that breaks the contract. */
const Unchecked = z.custom<{ number: number }>(() => true);

function serve(handler: () => unknown) {
  const log: string[] = [];
  const fastify = createWebServer({ logLevel: 'info', logTo: { write: (line) => void log.push(line) } });
  open.push(() => fastify.close());
  const nobody = async () => {
    throw new AppError('unauthenticated');
  };
  const others = {
    user: nobody,
    manager: nobody,
    administrator: nobody,
    'administrator-of-everything': nobody,
    device: nobody,
  };
  const authenticators = { public: async () => null, ...others };
  const api = { fastify, recordView: () => undefined, authenticators, outcomes: noOutcomes };
  serveEndpoint(api, { ...roomNumber, response: z.unknown() }, async () => handler());
  serveEndpoint(api, { ...roomNumber, path: '/strict/{id}' }, async () => z.parse(Unchecked, handler()));
  const call = (url: string, payload: object = { windows: [] }) => fastify.inject({ method: 'POST', url, payload });
  return { call, log, inject: fastify.inject.bind(fastify) };
}

test('a response that breaks the contract is logged and becomes a 500 without details', async () => {
  const { call, log } = serve(() => ({ number: 'four', secret: 'hunter2' }));
  const response = await call('/strict/7');
  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({
    type: 'urn:room-status:problem:internal',
    title: 'Something went wrong on our side',
    status: 500,
  });
  expect(log.join('')).toContain('breaks the contract');
  expect(response.body + log.join('')).not.toContain('hunter2');
});

test('fields that are not in the contract are removed from the response', async () => {
  const { call } = serve(() => ({ number: 4, secret: 'hunter2' }));
  expect((await call('/strict/7')).json()).toEqual({ number: 4 });
});

test('the path parameters, query and body of a call are validated, and the refusal names the invalid field', async () => {
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

test('an unexpected error of a handler becomes a 500 without the message, which is logged', async () => {
  const { call, log } = serve(() => {
    throw new Error('the database is at /secret/path');
  });
  const response = await call('/rooms/7/number');
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('secret');
  expect(log.join('')).toContain('/secret/path');
});

test('an AppError of a handler becomes a response with its status, detail, members and headers', async () => {
  const { call } = serve(() => {
    throw new AppError('too-many-requests', {
      detail: 'Slower, please.',
      headers: { 'retry-after': '3' },
      members: { waiting: 2 },
    });
  });
  const response = await call('/rooms/7/number');
  expect(response.statusCode).toBe(429);
  expect(response.headers['retry-after']).toBe('3');
  expect(response.headers['content-type']).toContain('application/problem+json');
  expect(response.json()).toMatchObject({ status: 429, detail: 'Slower, please.', waiting: 2 });
});
