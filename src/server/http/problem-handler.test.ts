import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Problem } from '../../contract/problem.ts';
import { nowhere, small } from '../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

const person = () => ({ authorization: `Bearer ${app.token}` });
const device = () => ({ authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' });

async function problem(path: string, init: RequestInit = {}) {
  const response = await fetch(`${app.url}${path}`, init);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = z.parse(Problem, await response.json());
  expect(body.status).toBe(response.status);
  return { ...body, headers: response.headers };
}

test('an address that nobody serves is 404, inside the API and outside', async () => {
  expect(await problem('/api/rooms', { headers: person() })).toMatchObject({ status: 404 });
  expect(await problem('/api/clients/7/8')).toMatchObject({ status: 404 });
  expect(await problem('/apix')).toMatchObject({ status: 404 });
  expect(await problem('/api/clients/%E0%A4%A')).toMatchObject({ status: 404 });
  expect(await problem(`/api/clients/${'9'.repeat(500)}`, { headers: person() })).toMatchObject({ status: 404 });
});

test.each([
  ['POST', '/api/clients', 'GET, HEAD'],
  ['DELETE', `/api/wards/${nowhere}`, 'GET, HEAD'],
  ['GET', '/api/reports', 'POST'],
  ['PUT', '/api/logout', 'POST'],
  ['OPTIONS', '/api/streams', 'GET, HEAD'],
  ['HEAD', '/api/streams/events', 'GET'],
])('%s %s is 405, with the methods that are allowed', async (method, path, allowed) => {
  const response = await fetch(app.url + path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allowed);
});

test('a body that is no JSON is 400', async () => {
  for (const body of ['{', '', 'fall', '{"stream":}', '[1,]', '{"__proto__":{"a":1}}']) {
    expect(await problem('/api/reports', { method: 'POST', headers: device(), body })).toMatchObject({ status: 400 });
  }
});

test('what nobody serves is refused as that, whatever is in the body', async () => {
  const broken = { method: 'POST', headers: device(), body: '{' };
  expect(await problem('/api/rooms', broken)).toMatchObject({ status: 404 });
  expect(await problem('/api/streams', broken)).toMatchObject({ status: 405 });
});

test('a body of another type is 415', async () => {
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense']) {
    const headers = { ...device(), 'content-type': type };
    expect(await problem('/api/reports', { method: 'POST', headers, body: '{}' })).toMatchObject({ status: 415 });
  }
});

test('a body of more than a mebibyte is 413', async () => {
  const body = JSON.stringify({ stream: small.streamA1x1, status: 3, note: 'x'.repeat(1024 * 1024) });
  const refusal = await problem('/api/reports', { method: 'POST', headers: device(), body });
  expect(refusal.status).toBe(413);
  expect(refusal.detail).toMatch(/at most 1 MiB: .*application\/x-ndjson/);
});

test('[API-1] a call without a token is 401, and says by which scheme to come again', async () => {
  const refusal = await problem('/api/clients');
  expect(refusal.status).toBe(401);
  expect(refusal.headers.get('www-authenticate')).toBe('Bearer');
});

test('a refused caller that goes on sending holds no connection', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write('POST /api/reports HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\nx');
  let answer = '';
  for await (const part of socket) answer += String(part);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('nobody may take for ever to say what they want', () => {
  expect(app.fastify.server.headersTimeout).toBeGreaterThan(0);
});

test('what is wrong in an address or a query is 422, field by field', async () => {
  const headers = person();
  expect(await problem('/api/clients/7', { headers })).toMatchObject({
    status: 422,
    errors: [{ field: 'id', reason: 'must be a uuid' }],
  });
  expect(await problem('/api/locations', { headers })).toMatchObject({
    errors: [{ field: 'clientUUID', reason: 'is missing' }],
  });
});

describe('what is no HTTP', () => {
  const answerTo = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.once('close', () => resolve(text)).once('error', reject);
      socket.write(bytes);
    });

  test('is answered with a problem and a closed connection', async () => {
    const text = await answerTo('HELLO room status\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1.1 400 .*application\/problem\+json/s);
    expect(z.parse(Problem, JSON.parse(text.split('\r\n\r\n')[1] ?? ''))).toMatchObject({ status: 400 });
  });
});

test('every answer forbids to be framed, sniffed or kept', async () => {
  const response = await app.get('/clients');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(response.headers.has('strict-transport-security')).toBe(false);
});
