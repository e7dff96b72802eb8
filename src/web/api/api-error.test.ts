import { expect, test } from 'vitest';
import { errorOfResponse, isNotFound } from './api-error.ts';

const problem = { type: 'urn:room-status:problem:not-found', title: 'Not found', status: 404 };

test.each([
  ['the server', Response.json(problem, { status: 404 }), true],
  ['the server, about another problem', Response.json({ ...problem, status: 403 }, { status: 403 }), false],
  ['a proxy whose server restarts', new Response('404 page not found', { status: 404 }), false],
])('a board gives way to "Page not found" only if the server says so: %s', async (_name, response, expected) => {
  expect(isNotFound(await errorOfResponse(response))).toBe(expected);
});
