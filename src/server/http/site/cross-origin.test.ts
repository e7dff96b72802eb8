import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

const otherOrigin = 'https://board.example.org';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp({ otherOrigins: [otherOrigin] });
});
afterAll(() => app.close());

const ask = (origin: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/clients`, { method, headers: { origin, authorization: `Bearer ${app.token}`, ...headers } });

test('[ENV-1] the page of a configured environment may call the API from its own origin', async () => {
  const preflight = await ask(otherOrigin, 'OPTIONS', { 'access-control-request-method': 'GET' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(otherOrigin);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  const response = await ask(otherOrigin);
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe(otherOrigin);
  expect(response.headers.get('vary')).toBe('Origin');
  expect(response.headers.get('access-control-expose-headers'), 'pages compare its clock with theirs').toBe('Date');
});

test('the page of a configured environment can read an error response', async () => {
  const response = await ask(otherOrigin, 'GET', { authorization: 'Bearer no' });
  expect(response.status).toBe(401);
  expect(response.headers.get('access-control-allow-origin')).toBe(otherOrigin);
});

test('a page of any other origin may not call the API, and cookies are never allowed', async () => {
  const preflight = await ask('https://evil.example.org', 'OPTIONS', { 'access-control-request-method': 'GET' });
  expect(preflight.headers.has('access-control-allow-origin')).toBe(false);
  expect((await ask('null')).headers.has('access-control-allow-origin')).toBe(false);
  expect((await ask(otherOrigin)).headers.has('access-control-allow-credentials')).toBe(false);
});
