/** Tests attacks with a copy of the database: the attacker signs tokens with the stolen signing key. */
import { importJWK, decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProviderKeys } from '../../src/server/identity/provider/protocol/provider-keys.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { renew, signIn, tokensOf } from '../support/identity/sign-in.ts';

let app: TestApp;
let nurse: JWTPayload;
let manager: JWTPayload;
beforeAll(async () => {
  app = await startTestApp();
  const signedIn = await signIn(app.url, 'nurse', 'room-status');
  // The tokens of a renewal belong to the same session.
  const { accessToken } = await tokensOf(await renew(app.url, signedIn.refreshToken));
  nurse = decodeJwt(accessToken);
  manager = decodeJwt((await signIn(app.url, 'manager', 'room-status')).accessToken);
});
afterAll(() => app.close());

/** Signs a token with the server's key. Returns the HTTP status of a call with this token. */
async function statusWith(claims: JWTPayload): Promise<number> {
  const [key] = (await loadProviderKeys(app.database, Date.now())).signing;
  if (key === undefined) throw new Error('there is no key');
  const token = await new SignJWT({ ...claims, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt' })
    .sign(await importJWK(key, key.alg));
  return (await fetch(`${app.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;
}

test('a token that is signed with a stolen key is refused with the session of another person', async () => {
  expect(await statusWith(nurse)).toBe(200);
  expect(await statusWith({ ...manager, sid: nurse['sid'] })).toBe(401);
  expect(await statusWith({ ...manager, sid: crypto.randomUUID() })).toBe(401);
});

test('a token that is signed with a stolen key is refused when it lives for longer than the server issues tokens', async () => {
  const { iat = 0, exp = 0, ...rest } = nurse;
  expect(exp - iat).toBe(600);
  const inThirtyDays = iat + 30 * 24 * 60 * 60;
  expect(await statusWith({ ...rest, iat, exp: inThirtyDays })).toBe(401);
  expect(await statusWith({ ...rest, iat: inThirtyDays - 600, exp: inThirtyDays })).toBe(401);
  expect(await statusWith({ ...rest, exp })).toBe(401);
});
