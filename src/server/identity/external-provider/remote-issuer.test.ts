import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type JWK } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRemoteIssuer } from './remote-issuer.ts';

/** A fake provider that can rotate its keys and fail. */
let server: Server;
let issuer: string;
let discoveredIssuer: string | undefined;
let keys: JWK[];
let failures: number;
let requests: string[];
let userInfo: { readonly status: number; readonly body: string; readonly type?: string };
let clockAheadMs: number;
let endpoints: Readonly<Record<string, unknown>>;
/** The fake provider responds with its keys when this promise resolves. */
let keysHeld: Promise<void> | undefined;
let time: number;
let remote: ReturnType<typeof createRemoteIssuer>;
let logged: string[];

beforeEach(async () => {
  [keys, failures, requests, time, logged] = [[], 0, [], Date.UTC(2026, 0, 1), []];
  [discoveredIssuer, keysHeld, clockAheadMs, endpoints] = [undefined, undefined, 0, {}];
  userInfo = { status: 200, body: '{"sub":"nora","groups":["night"]}' };
  server = createServer((request, response) => {
    response.setHeader('date', new Date(time + clockAheadMs).toUTCString());
    requests.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    failures -= 1;
    if (failures >= 0) response.writeHead(503).end();
    else if (request.url === '/keys') {
      void Promise.resolve(keysHeld).then(() => response.end(JSON.stringify({ keys })));
    } else if (request.url === '/me') {
      response.writeHead(userInfo.status, { 'content-type': userInfo.type ?? 'application/json' }).end(userInfo.body);
    } else
      response.end(
        JSON.stringify({
          issuer: discoveredIssuer ?? issuer,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/me`,
          ...endpoints,
        }),
      );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  issuer = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  const log = { warn: (_details: object, message: string) => void logged.push(message) };
  remote = createRemoteIssuer({ issuer, now: () => time, log });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' });
  return new SignJWT({ sub: 'nora' }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
}

const verify = (token: string) => jwtVerify(token, remote.keySet);

test('the keys of an external provider are loaded once for many tokens', async () => {
  const token = await newKey('a');
  await Promise.all([verify(token), verify(token)]);
  await verify(token);
  expect(requests).toEqual(['/.well-known/openid-configuration', '/keys']);
});

test('two failed requests to the identity provider are retried; a third failure is logged, and verifying the token fails with `unavailable`', async () => {
  failures = 2;
  await remote.preload();
  expect(logged).toEqual([]);
  time += 25 * 60 * 60_000;
  const token = await newKey('a');
  failures = 3;
  await expect(verify(token)).rejects.toMatchObject({ code: 'unavailable' });
  await verify(token);
  expect(logged).toEqual(['the identity provider cannot be reached']);
});

test('a token with a new key starts a load of the keys, but tokens with unknown keys cause at most one request in 5 s', async () => {
  await verify(await newKey('a'));
  const second = await newKey('b');
  await expect(verify(second)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  time += 5_001;
  await verify(second);
  expect(requests.filter((request) => request === '/keys')).toHaveLength(2);
});

test('a key that the provider has withdrawn is rejected after the keys are loaded again, 10 minutes after the last time', async () => {
  const withdrawn = await newKey('a');
  await verify(withdrawn);
  keys.length = 0;
  const token = await newKey('b');
  time += 9 * 60_000;
  await verify(withdrawn);
  expect(requests.filter((request) => request === '/keys')).toHaveLength(1);
  time += 2 * 60_000;
  await verify(withdrawn);
  // The keys are loaded in the background.
  await expect.poll(() => requests.filter((request) => request === '/keys').length).toBe(2);
  await vi.waitFor(() => verify(token));
  await expect(verify(withdrawn)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

test('the cached keys of an external provider are trusted for 24 h while the provider is down', async () => {
  const token = await newKey('a');
  await verify(token);
  failures = Number.POSITIVE_INFINITY;
  time += 23 * 60 * 60_000;
  await verify(token);
  time += 61 * 60_000;
  await expect(verify(token)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a discovery document that names another issuer is rejected', async () => {
  const token = await newKey('a');
  discoveredIssuer = 'https://another.example';
  await expect(verify(token)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a userinfo response 401 means that the user has no claims, and 429 or 500 that the userinfo is unavailable', async () => {
  userInfo = { status: 401, body: '' };
  expect(await remote.readUserInfo('abc')).toBeUndefined();
  for (const status of [429, 500]) {
    userInfo = { status, body: '' };
    await expect(remote.readUserInfo('abc')).rejects.toMatchObject({ code: 'unavailable' });
  }
});

test('a userinfo that is signed with another key is not used', async () => {
  const body = await newKey('a');
  keys.length = 0;
  await newKey('a');
  userInfo = { status: 200, type: 'application/jwt;charset=utf-8', body };
  await expect(remote.readUserInfo('abc')).rejects.toMatchObject({ code: 'unavailable' });
});

test.each([
  [95_000, ['The clock of the identity provider is 95 s ahead of the clock of this server.']],
  [-3_600_000, ['The clock of the identity provider is 3600 s behind the clock of this server.']],
  [59_000, []],
])('a provider whose clock is %i ms ahead causes the warnings %j', async (aheadMs, warnings) => {
  clockAheadMs = aheadMs;
  await remote.preload();
  expect(remote.warnings().map(({ reason }) => reason)).toEqual(warnings);
  expect(logged).toEqual(warnings);
});

test('a provider that cannot be reached at the start is logged once, and causes a warning until it responds again', async () => {
  failures = 3;
  await remote.preload();
  expect(logged).toEqual(['the identity provider cannot be reached']);
  const reason = `The identity provider ${issuer} cannot be reached.`;
  expect(remote.warnings()).toEqual([{ reason, code: 'provider-away', values: { issuer } }]);
  time += 31_000;
  await expect.poll(remote.warnings).toEqual([]);
});
