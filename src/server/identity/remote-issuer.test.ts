import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type JWK } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRemoteIssuer, type RemoteIssuer } from './remote-issuer.ts';

/** The far side of the network: a provider that can change its keys, and fail. */
let server: Server;
let issuer: string;
let nameOfItself: string | undefined;
let keys: JWK[];
let failures: number;
let asked: string[];
let userInfo: { readonly status: number; readonly body: string };
let time: number;
let remote: RemoteIssuer;
let logged: string[];

beforeEach(async () => {
  [keys, failures, asked, time, logged] = [[], 0, [], Date.UTC(2026, 0, 1), []];
  nameOfItself = undefined;
  userInfo = { status: 200, body: '{"sub":"nora","groups":["night"]}' };
  server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    failures -= 1;
    if (failures >= 0) response.writeHead(503).end();
    else if (request.url === '/keys') response.end(JSON.stringify({ keys }));
    else if (request.url === '/me') response.writeHead(userInfo.status).end(userInfo.body);
    else
      response.end(
        JSON.stringify({
          issuer: nameOfItself ?? issuer,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/me`,
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

test('the keys are asked for once, however many tokens come', async () => {
  const token = await newKey('a');
  await Promise.all([verify(token), verify(token)]);
  await verify(token);
  expect(asked).toEqual(['/.well-known/openid-configuration', '/keys']);
});

test('a wrong address is in the log before anybody signs in, and is no failure of the start', async () => {
  failures = 3;
  await remote.look();
  expect(logged).toEqual(['the identity provider cannot be reached']);
  await remote.look();
  expect(logged).toHaveLength(1);
});

test('a short failure of the provider is not noticed', async () => {
  const token = await newKey('a');
  failures = 2;
  await verify(token);
  expect(logged).toEqual([]);
});

test('a longer one is, and says that it is not the token that is wrong', async () => {
  const token = await newKey('a');
  failures = 3;
  await expect(verify(token)).rejects.toMatchObject({ code: 'unavailable' });
  await verify(token);
  expect(logged).toEqual(['the identity provider cannot be reached']);
});

test('a new key of the provider is found, and an unknown one does not make us ask again and again', async () => {
  await verify(await newKey('a'));
  const second = await newKey('b');
  await expect(verify(second)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  time += 31_000;
  await verify(second);
  expect(asked.filter((request) => request === '/keys')).toHaveLength(2);
});

test('a key that was withdrawn is refused once the keys were asked for again', async () => {
  const withdrawn = await newKey('a');
  await verify(withdrawn);
  keys.length = 0;
  const token = await newKey('b');
  time += 11 * 60_000;
  await verify(withdrawn);
  await expect
    .poll(() =>
      verify(token).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect(verify(withdrawn)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

test('keys of a provider that has been away for a day are not believed any more', async () => {
  const token = await newKey('a');
  await verify(token);
  failures = Number.POSITIVE_INFINITY;
  time += 23 * 60 * 60_000;
  await verify(token);
  time += 61 * 60_000;
  await expect(verify(token)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a provider that calls itself by another name is not believed', async () => {
  const token = await newKey('a');
  nameOfItself = 'https://another.example';
  await expect(verify(token)).rejects.toMatchObject({ code: 'unavailable' });
});

test("what it says of a person is asked for with that person's token", async () => {
  expect(await remote.readUserInfo('abc')).toEqual({ sub: 'nora', groups: ['night'] });
  expect(asked.at(-1)).toBe('/me Bearer abc');
});

test('a refusal to say anything of a person is an answer, a failure is none', async () => {
  userInfo = { status: 401, body: '' };
  expect(await remote.readUserInfo('abc')).toBeUndefined();
  userInfo = { status: 500, body: '' };
  await expect(remote.readUserInfo('abc')).rejects.toMatchObject({ code: 'unavailable' });
  userInfo = { status: 429, body: '' };
  await expect(remote.readUserInfo('abc')).rejects.toMatchObject({ code: 'unavailable' });
});
