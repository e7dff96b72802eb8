import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openForm, renew, signIn, tokensOf } from '../support/identity/sign-in.ts';
import { nurse, startIdentityProvider, type StartedProvider } from '../support/identity/start-identity-provider.ts';

const hours = 60 * 60_000;

let started: StartedProvider;
/** Milliseconds by which the provider's time is ahead. */
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  started = await startIdentityProvider({ now: () => Date.now() + ahead });
});
afterEach(() => started.close());

const enter = () => signIn(started.url, nurse.username, nurse.password);
const renewed = async (refreshToken: string) => tokensOf(await renew(started.url, refreshToken));

test('[AUTH-1] a board renews its tokens without a visit, each time with a new refresh token', async () => {
  const first = await enter();
  const second = await renewed(first.refreshToken);
  const third = await renewed(second.refreshToken);
  expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
  expect(new Set([first, second, third].map(({ accessToken }) => accessToken)).size).toBe(3);
});

test('two tabs that renew at once both go on', async () => {
  const { refreshToken } = await enter();
  const [one, other] = await Promise.all([renewed(refreshToken), renewed(refreshToken)]);
  ahead += 19_000;
  const late = await renewed(refreshToken);
  for (const tab of [one, other, late]) expect((await renewed(tab.refreshToken)).accessToken).toContain('.');
});

test('a refresh token that turns up again later was stolen: the whole sign-in ends', async () => {
  const { refreshToken } = await enter();
  const next = await renewed(refreshToken);
  ahead += 21_000;
  expect((await renew(started.url, refreshToken)).status).toBe(400);
  expect((await renew(started.url, next.refreshToken)).status).toBe(400);
});

test('a refresh token can be revoked', async () => {
  const { refreshToken } = await enter();
  const body = new URLSearchParams({ client_id: 'room-status-web', token: refreshToken });
  expect((await fetch(`${started.issuer}/token/revocation`, { method: 'POST', body })).status).toBe(200);
  expect((await renew(started.url, refreshToken)).status).toBe(400);
});

test('changed groups are in the next token', async () => {
  const { refreshToken } = await enter();
  await started.database.query.updateTable('account').set({ groups: '["managers"]' }).execute();
  const { accessToken } = await renewed(refreshToken);
  expect(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).toContain('"groups":["managers"]');
});

test('an account that is gone renews nothing', async () => {
  const { refreshToken } = await enter();
  await started.database.query.deleteFrom('account').execute();
  expect((await renew(started.url, refreshToken)).status).toBe(400);
});

test('tokens last as long as they are set to', async () => {
  const short = await startIdentityProvider({ lifetimes: { accessTokenSeconds: 3 } });
  const { expiresInSeconds } = await signIn(short.url, nurse.username, nurse.password);
  expect(expiresInSeconds).toBe(3);
  await short.close();
});

describe('the session', () => {
  async function endsAt(): Promise<number> {
    const row = await started.database.query
      .selectFrom('identity_record')
      .select('expires_at')
      .where('model', '=', 'Session')
      .executeTakeFirstOrThrow();
    return Number(row.expires_at);
  }

  test('survives a restart of the server, and so do its tokens and keys', async () => {
    const { browser, refreshToken, idToken } = await enter();
    await started.restart();
    const next = await renewed(refreshToken);
    const headerOf = (token: string) => Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    expect(headerOf(next.idToken)).toBe(headerOf(idToken));
    const passed = await openForm(started.url, { browser, parameters: { prompt: 'none' } });
    expect(passed.location).toContain('code=');
  });

  test('ends 14 h after it was last used, and every renewal is a use', async () => {
    const { refreshToken } = await enter();
    const first = await endsAt();
    expect(first - Date.now()).toBeGreaterThan(13.9 * hours);
    expect(first - Date.now()).toBeLessThanOrEqual(14 * hours);
    ahead += 1 * hours;
    await renewed(refreshToken);
    await expect.poll(endsAt).toBeGreaterThan(first + 0.9 * hours);
  });

  test('ends for good 30 days after the password, however busy the board is', async () => {
    const signedInAt = Date.now();
    let { refreshToken } = await enter();
    while (ahead < 29.5 * 24 * hours) {
      ahead += 12 * hours;
      ({ refreshToken } = await renewed(refreshToken));
      const end = signedInAt + Math.min(ahead + 13.9 * hours, 29.9 * 24 * hours);
      await expect.poll(endsAt, { interval: 5 }).toBeGreaterThan(end);
    }
    await expect.poll(endsAt).toBeGreaterThan(signedInAt + 29.9 * 24 * hours);
    expect(await endsAt()).toBeLessThan(signedInAt + 30 * 24 * hours + 5_000);
    ahead += 13 * hours;
    expect((await renew(started.url, refreshToken)).status).toBe(400);
  });
});
