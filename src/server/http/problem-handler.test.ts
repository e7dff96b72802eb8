import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Problem } from '../../contract/problem.ts';
import { small, type SmallApp, startSmallApp, unknownUuid } from '../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

const userHeaders = () => ({ authorization: `Bearer ${app.token}` });
const deviceHeaders = () => ({ authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' });

async function problem(path: string, init: RequestInit = {}) {
  const response = await fetch(`${app.url}${path}`, init);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = z.parse(Problem, await response.json());
  expect(body.status).toBe(response.status);
  return { ...body, headers: response.headers };
}

test('a request for an unknown address gets 404, inside and outside the API', async () => {
  expect(await problem('/api/rooms', { headers: userHeaders() })).toMatchObject({ status: 404 });
  expect(await problem('/api/clients/7/8')).toMatchObject({ status: 404 });
  expect(await problem('/apix')).toMatchObject({ status: 404 });
  expect(await problem('/api/clients/%E0%A4%A')).toMatchObject({ status: 404 });
  expect(await problem(`/api/clients/${'9'.repeat(2_500)}`, { headers: userHeaders() })).toMatchObject({ status: 404 });
});

test('the response to a request that cannot be parsed has the security headers', async () => {
  const { headers } = await problem('/api/clients/%E0%A4%A');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('latin1');
  socket.write('this is not HTTP\r\n\r\n');
  const response = (await socket.toArray()).join('');
  expect(response).toMatch(/^HTTP\/1\.1 400 [^]*\r\nx-content-type-options: nosniff\r\n[^]*\r\n\r\n\{/);
});

test.each([
  ['POST', '/api/clients', 'GET, HEAD'],
  ['DELETE', `/api/wards/${unknownUuid}`, 'GET, HEAD'],
  ['GET', '/api/reports', 'POST'],
  ['PUT', '/api/logout', 'POST'],
  ['OPTIONS', '/api/streams', 'GET, HEAD'],
  ['HEAD', '/api/streams/events', 'GET'],
])('the request %s %s gets 405 with the allowed methods', async (method, path, allowed) => {
  const response = await fetch(app.url + path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allowed);
});

test('a call with a body that is not JSON gets 400', async () => {
  for (const body of ['{', '', 'fall', '{"stream":}', '[1,]', '{"__proto__":{"a":1}}']) {
    expect(await problem('/api/reports', { method: 'POST', headers: deviceHeaders(), body })).toMatchObject({
      status: 400,
    });
  }
});

test('a call with a body of an unsupported content type gets 415', async () => {
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense']) {
    const headers = { ...deviceHeaders(), 'content-type': type };
    expect(await problem('/api/reports', { method: 'POST', headers, body: '{}' })).toMatchObject({ status: 415 });
  }
});

test('a call with a body larger than 1 MiB gets 413', async () => {
  const body = JSON.stringify({ stream: small.streamA1x1, status: 3, note: 'x'.repeat(1024 * 1024) });
  const refusal = await problem('/api/reports', { method: 'POST', headers: deviceHeaders(), body });
  expect(refusal.status).toBe(413);
  expect(refusal.detail).toMatch(/at most 1 MiB: .*application\/x-ndjson/);
});

test('[API-1] a call without a token gets 401, and the response names the Bearer scheme', async () => {
  const refusal = await problem('/api/clients');
  expect(refusal.status).toBe(401);
  expect(refusal.headers.get('www-authenticate')).toBe('Bearer');
});

test('the connection of an unauthenticated caller is closed although it has not sent its whole body', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write('POST /api/reports HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\nx');
  let response = '';
  for await (const part of socket) response += String(part);
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
});

test('a response of the API forbids framing, content sniffing and caching', async () => {
  const response = await app.get('/clients');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(response.headers.has('strict-transport-security')).toBe(false);
});
