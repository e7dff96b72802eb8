import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { PageConfig } from '../../../contract/environment.ts';
import { registerStaticSite } from './static-site.ts';
import { createWebServer } from '../web-server.ts';

const publicUrl = 'http://localhost:3001';
const environments: z.infer<typeof PageConfig>['environments'] = [
  {
    name: 'local',
    origins: [publicUrl],
    apiBaseUrl: '/api',
    issuer: `${publicUrl}/idp`,
    clientId: 'board',
    scope: 'openid',
    providerName: 'Quotes " & <brackets>',
  },
  {
    name: 'production',
    origins: ['https://rooms.example.org'],
    apiBaseUrl: 'https://api.example.org/v1',
    issuer: 'https://login.example.org/realms/care',
    clientId: 'board',
    scope: 'openid',
    resource: 'https://rooms.example.org/api',
    providerName: 'Example',
  },
];
const script = 'console.info("room status");'.repeat(50);

let isUnset = false;
const needsSetUp = async () => isUnset;
let endpointOrigins: readonly string[] = [];
let folder: string;
let fastify: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-site-'));
  mkdirSync(join(folder, 'assets'));
  const page = '<!doctype html><meta name="room-status-config" content="" /><div id="root"></div>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(page));
  writeFileSync(join(folder, 'service-worker.js'), 'self.skipWaiting;');
  writeFileSync(join(folder, 'service-worker.js.map'), '{}');
  writeFileSync(join(folder, 'assets', 'main-abc123.js.map'), '{}');
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(script));
  writeFileSync(join(folder, '..', 'outside.txt'), 'outside');
  fastify = createWebServer({ logLevel: 'silent' });
  await registerStaticSite(fastify, {
    folder,
    environments,
    publicUrl,
    endpointOrigins: () => endpointOrigins,
    needsSetUp,
  });
});
afterAll(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  fastify.inject({ url, headers: { host: 'localhost:3001', ...headers } });
const navigate = (url: string, headers: Record<string, string> = {}) =>
  get(url, { accept: 'text/html,*/*;q=0.8', ...headers });

test('[ENV-1] the page contains the environments in an escaped attribute', async () => {
  const { body } = await navigate('/');
  const content = /content="([^"]*)"/.exec(body)?.[1] ?? '';
  const text = content
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  expect(PageConfig.parse(JSON.parse(text))).toEqual({ environments });
  expect(content).not.toContain('<');
});

test.each(['/', '/index.html', '/login', '/client/7/location/8/ward/9?night=1', '/nothing/here'])(
  'a user who opens %s gets the page, which is not cached',
  async (url) => {
    const response = await navigate(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
  },
);

test("the content security policy allows only the page's own origin and the origins of its environments", async () => {
  const policy = String((await navigate('/')).headers['content-security-policy']);
  const directives = new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive]));
  expect(directives.get('default-src')).toBe("default-src 'none'");
  expect(directives.get('script-src')).toBe("script-src 'self'");
  expect(directives.get('style-src')).toBe("style-src 'self'");
  expect(directives.get('connect-src')).toBe(
    "connect-src 'self' http://localhost:3001 https://api.example.org https://login.example.org",
  );
  expect(policy).not.toContain('unsafe');
});

test('the content security policy allows the endpoints of the identity provider as soon as their origins are known', async () => {
  endpointOrigins = ['https://tokens.example.org', 'https://login.example.org'];
  const policy = String((await navigate('/')).headers['content-security-policy']);
  expect(policy).toContain(' https://login.example.org https://tokens.example.org;');
  endpointOrigins = [];
});

test('a home that is not set up leads every address to the first set-up, and its service worker caches the page', async () => {
  isUnset = true;
  for (const url of ['/', '/login', '/client/7?night=1']) {
    const response = await navigate(url);
    expect([response.statusCode, response.headers.location]).toEqual([307, '/setup']);
  }
  for (const url of ['/setup', '/callback?code=7']) expect((await navigate(url)).statusCode).toBe(200);
  expect((await navigate('/setup')).body).toContain('&quot;needsSetUp&quot;:true');
  expect((await get('/', { accept: '*/*' })).statusCode).toBe(200);
  isUnset = false;
  expect((await navigate('/login')).statusCode).toBe(200);
});

describe('static files', () => {
  const asset = '/assets/main-abc123.js';

  test('browsers may cache assets with a hash in their name for ever', async () => {
    const response = await get(asset);
    expect(response.body).toBe(script);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toMatch(/javascript/);
  });

  test('a browser that accepts compression gets the compressed file', async () => {
    const response = await get(asset, { 'accept-encoding': 'gzip, br' });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['vary']).toMatch(/accept-encoding/i);
    expect(response.headers['cache-control']).toContain('immutable');
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(script);
    expect((await get(asset, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  test('a file that the browser has cached is answered with 304, and each encoding has its own ETag', async () => {
    const [plain, compressed] = await Promise.all([get(asset), get(asset, { 'accept-encoding': 'br' })]);
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
    for (const [headers, first] of [[{}, plain] as const, [{ 'accept-encoding': 'br' }, compressed] as const]) {
      const again = await get(asset, { ...headers, 'if-none-match': String(first.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers['cache-control']).toContain('immutable');
    }
    expect((await get(asset, { 'if-none-match': '"another"' })).statusCode).toBe(200);
  });

  test('files are served while all threads of Node are busy', async () => {
    rmSync(join(folder, 'service-worker.js'));
    expect((await get('/service-worker.js')).body).toBe('self.skipWaiting;');
  });

  test('browsers must revalidate the service worker before each use', async () => {
    expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache');
  });

  test('a request for a missing file gets 404 and never the page of the app', async () => {
    expect((await get('/assets/main-old.js')).statusCode).toBe(404);
    expect((await navigate('/assets/main-old.js')).statusCode).toBe(404);
    expect((await get('/logo.png', { accept: 'image/avif,*/*' })).statusCode).toBe(404);
    expect((await get('/client/7')).statusCode).toBe(404);
  });

  test('a file outside the folder of the web app is not served', async () => {
    for (const path of ['/../outside.txt', '/%2e%2e/outside.txt', '/assets/..%2f..%2foutside.txt', '//outside.txt']) {
      const response = await get(path);
      expect([404, 403], path).toContain(response.statusCode);
      expect(response.body).not.toContain('outside');
    }
  });
});

describe('when the public address is localhost', () => {
  test.each(['127.0.0.1:3001', '[::1]:3001'])('a user who opens %s is redirected to localhost', async (host) => {
    const response = await navigate('/client/7?night=1', { host });
    expect(response.statusCode).toBe(307);
    expect(response.headers.location).toBe('http://localhost:3001/client/7?night=1');
  });

  test('a path that looks like another host is not redirected to that host', async () => {
    const response = await navigate('//evil.example.org/x', { host: '127.0.0.1:3001' });
    expect(response.headers.location).toBe('http://localhost:3001//evil.example.org/x');
  });
});
