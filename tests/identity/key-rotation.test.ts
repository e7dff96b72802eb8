import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createIdentityProvider } from '../../src/server/identity/provider/create-identity-provider.ts';
import { loadProviderKeys, rotateProviderKeys } from '../../src/server/identity/provider/protocol/provider-keys.ts';
import { createTokenVerifier } from '../../src/server/identity/access-token/verify-token.ts';
import { runCommand } from '../support/app/run-command.ts';
import { startTestApp } from '../support/app/start-app.ts';
import { openForm, renew, signIn, tokensOf } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

const seconds = 1_000;
const KeySet = z.object({ keys: z.array(z.object({ kid: z.string() })) });
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;

let started: StartedProvider;
/** The time of the provider, which moves only in steps, because a slow test could miss a limit of one second. */
let time: number;
const now = () => time;

beforeEach(async () => {
  time = Date.now();
  started = await startIdentityProvider({ now });
});
afterEach(() => started.close());

const signInNurse = () => signIn(started.url, nurse.username, nurse.password);
const keyIdOf = (token: string) => decodeProtectedHeader(token).kid;

async function publishedKeyIds(): Promise<readonly unknown[]> {
  const response = await fetch(`${started.issuer}/jwks`);
  const { keys } = KeySet.parse(await response.json());
  return keys.map(({ kid }) => kid);
}

function isAccepted(accessToken: string, { keySet } = started.provider()): Promise<boolean> {
  const audience = 'urn:room-status:api';
  const verify = createTokenVerifier({
    issuer: started.issuer,
    audience,
    groups: { claim: 'groups' },
    keySet,
    now: Date.now,
    log: { warn: () => undefined },
  });
  return verify(accessToken).then(
    () => true,
    () => false,
  );
}

test('within 10 s of a rotation a running server signs with the new key, and nobody is signed out', async () => {
  const before = await signInNurse();
  await rotateProviderKeys(started.database, now());
  time += 10 * seconds;
  const renewed = await tokensOf(await renew(started.url, before.refreshToken));
  expect(keyIdOf(renewed.accessToken)).not.toBe(keyIdOf(before.accessToken));
  expect(await publishedKeyIds()).toEqual([renewed, before].map(({ accessToken }) => keyIdOf(accessToken)));
  expect(await Promise.all([before, renewed].map(({ accessToken }) => isAccepted(accessToken)))).toEqual([true, true]);
  const form = await openForm(started.url, { browser: before.browser, parameters: { prompt: 'none' } });
  expect(form.location).toContain('code=');
});

test('the former signing key is not accepted after 11 minutes, when all its tokens have ended', async () => {
  const before = await signInNurse();
  await rotateProviderKeys(started.database, now());
  time += 10 * minutes + 59 * seconds;
  expect(await publishedKeyIds()).toHaveLength(2);
  time += 11 * seconds;
  expect(await publishedKeyIds()).toHaveLength(1);
  expect(await publishedKeyIds()).not.toContain(keyIdOf(before.accessToken));
  expect(await isAccepted(before.accessToken)).toBe(false);
});

test('a process that has not read the keys since a rotation refuses a token of the new key at first, and accepts the token 1 s later', async () => {
  const log = { warn: () => undefined, error: () => undefined };
  const { database, issuer } = started;
  // The clock of the other process is stopped, so that it does not read the keys again after ten seconds.
  let timeOfOther = now();
  const other = await createIdentityProvider({ database, issuer, now: () => timeOfOther, log });
  await rotateProviderKeys(database, now());
  time += 10 * seconds;
  const { accessToken } = await signInNurse();
  expect(await isAccepted(accessToken, other)).toBe(false);
  timeOfOther += 1 * seconds;
  expect(await isAccepted(accessToken, other)).toBe(true);
});

test('a rotation creates a new signing key and a new cookie key, and the former cookie key is gone after 31 days', async () => {
  const { database } = started;
  const first = await loadProviderKeys(database, now());
  await rotateProviderKeys(database, now());
  const second = await loadProviderKeys(database, now());
  expect(second.cookies).toEqual([expect.any(String), first.cookies[0]]);
  expect(second.signing[0]?.kid).not.toBe(first.signing[0]?.kid);
  time += 31 * days;
  expect((await loadProviderKeys(database, now())).cookies).toEqual([second.cookies[0]]);
  await rotateProviderKeys(database, now());
  const stored = await database.query.selectFrom('identity_key').select('value').execute();
  expect(JSON.stringify(stored)).not.toContain(first.cookies[0]);
});

test('a cookie key that an earlier version stored is loaded', async () => {
  const { database } = started;
  const stored = database.query.updateTable('identity_key').where('name', '=', 'cookies');
  await stored.set({ value: '["a secret of an earlier version"]' }).execute();
  expect((await loadProviderKeys(database, now())).cookies).toEqual(['a secret of an earlier version']);
});

test('the command `keys rotate` replaces the keys while the server runs', async () => {
  const app = await startTestApp();
  const { accessToken } = await signIn(app.url, 'nurse', 'room-status');
  const { code, stdout } = await runCommand(app.settings, ['keys', 'rotate', '--demo']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Replaced the signing key and the cookie key')]);
  expect((await loadProviderKeys(app.database, Date.now())).signing).toHaveLength(2);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${app.url}/api/clients`, { headers })).status).toBe(200);
  await app.close();
});
