import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForm, renew, signIn, tokensOf } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

const hours = 60 * 60_000;
const days = 24 * hours;

let started: StartedProvider;
/** By how many milliseconds the clock of the provider is ahead. */
let aheadMs: number;

const now = () => Date.now() + aheadMs;

beforeEach(async () => {
  aheadMs = 0;
  started = await startIdentityProvider({ now });
});
afterEach(() => started.close());

const signInNurse = () => signIn(started.url, nurse.username, nurse.password);
const renewed = async (refreshToken: string) => tokensOf(await renew(started.url, refreshToken));

test('[AUTH-1] tokens are renewed without a sign-in, and each renewal gives a new refresh token', async () => {
  const first = await signInNurse();
  const second = await renewed(first.refreshToken);
  const third = await renewed(second.refreshToken);
  expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
  expect(new Set([first, second, third].map(({ accessToken }) => accessToken)).size).toBe(3);
});

test('two tabs that renew with the same refresh token within 20 s both stay signed in', async () => {
  const { refreshToken } = await signInNurse();
  const [one, other] = await Promise.all([renewed(refreshToken), renewed(refreshToken)]);
  aheadMs += 19_000;
  const late = await renewed(refreshToken);
  for (const tab of [one, other, late]) expect((await renewed(tab.refreshToken)).accessToken).toContain('.');
});

test('a refresh token that is used again after 20 s ends the whole session', async () => {
  const { refreshToken } = await signInNurse();
  const next = await renewed(refreshToken);
  aheadMs += 21_000;
  expect((await renew(started.url, refreshToken)).status).toBe(400);
  expect((await renew(started.url, next.refreshToken)).status).toBe(400);
});

async function endsAt({ database }: StartedProvider): Promise<number> {
  const row = await database.query
    .selectFrom('identity_record')
    .select('expires_at')
    .where('model', '=', 'Session')
    .executeTakeFirstOrThrow();
  return Number(row.expires_at);
}

test('a restart of the server keeps the provider session, its refresh token and the signing key', async () => {
  const { browser, refreshToken, idToken } = await signInNurse();
  await started.restart();
  const next = await renewed(refreshToken);
  const headerOf = (token: string) => Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  expect(headerOf(next.idToken)).toBe(headerOf(idToken));
  const form = await openForm(started.url, { browser, parameters: { prompt: 'none' } });
  expect(form.location).toContain('code=');
});

test('the provider session ends 14 h after the last renewal', async () => {
  const { refreshToken } = await signInNurse();
  const first = await endsAt(started);
  expect(first - Date.now()).toBeGreaterThan(13.9 * hours);
  expect(first - Date.now()).toBeLessThanOrEqual(14 * hours);
  aheadMs += 1 * hours;
  await renewed(refreshToken);
  await expect.poll(() => endsAt(started)).toBeGreaterThan(first + 0.9 * hours);
});

test('the provider session ends 30 days after the sign-in, even if its tokens are renewed', async () => {
  // With an idle timeout of 20 days, two renewals keep the session until its end after 30 days.
  const board = await startIdentityProvider({ now, lifetimes: { sessionIdleSeconds: 20 * 24 * 60 * 60 } });
  let { refreshToken } = await signIn(board.url, nurse.username, nurse.password);
  const signedInAt = Date.now();
  for (const ageDays of [15, 29]) {
    aheadMs = ageDays * days;
    ({ refreshToken } = await tokensOf(await renew(board.url, refreshToken)));
    const end = signedInAt + Math.min(aheadMs + 19 * days, 29.9 * days);
    await expect.poll(() => endsAt(board)).toBeGreaterThan(end);
  }
  expect(await endsAt(board)).toBeLessThan(signedInAt + 30 * days + 5_000);
  aheadMs += 1.1 * days;
  expect((await renew(board.url, refreshToken)).status).toBe(400);
  await board.close();
});
