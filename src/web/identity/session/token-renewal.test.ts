import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyOf, memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { callback, fakeBrowser, notifyApi, signedInTab } from '../../../../tests/support/session/fake-browser.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('tokens are renewed before they expire, for 12 hours without any input from a user', async () => {
  const { session, provider } = await signedInTab();
  for (let minute = 0; minute < 12 * 60; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    await session.accessToken();
  }
  // The timer renews every six minutes, which is 120 times in 12 hours. Calls of `accessToken` cause no renewals.
  expect(provider.renewals).toBeGreaterThan(110);
  expect(provider.renewals).toBeLessThanOrEqual(120);
  expect(session.state().kind).toBe('signed-in');
});

it('a renewal of tokens is retried after a network failure until it succeeds', async () => {
  const { session, provider } = await signedInTab({ isDown: true });
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(session.state().kind).toBe('signed-in');
  const outcome = expect(session.accessToken()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(1_000);
  await outcome;
  provider.isDown = false;
  await vi.advanceTimersByTimeAsync(6_000);
  await expect(session.accessToken()).resolves.toBe('access-2');
});

it('concurrent renewals are coalesced into one, and a token that was already replaced causes no renewal', async () => {
  const { session, provider } = await signedInTab();
  session.tokenAccepted('access-1');
  const asked = Promise.all([session.replaceToken('access-1'), session.replaceToken('access-1')]);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(asked).resolves.toEqual(['access-2', 'access-2']);
  await expect(session.replaceToken('access-1')).resolves.toBe('access-2');
  expect(provider.renewals).toBe(1);
});

it('duplicated tabs never use a refresh token twice', async () => {
  const { openTab, provider, ...first } = await signedInTab();
  const second = openTab(copyOf(first.storage));
  await second.session.start();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(first.session.state().kind).toBe('signed-in');
  expect(second.session.state().kind).toBe('signed-in');
  expect(provider.rejections).toBe(0);
  expect(provider.renewals).toBeLessThanOrEqual(10);
});

it('a tab that renews does not take the tokens of another tab if they belong to another sign-in', async () => {
  const { openTab } = fakeBrowser();
  const [first, second] = [openTab(memoryStorage(), callback).session, openTab(memoryStorage(), callback).session];
  for (const session of [first, second]) await session.start();
  first.tokenAccepted('access-1');
  second.tokenAccepted('access-2');
  const renewed = [first.replaceToken('access-1'), second.replaceToken('access-2')];
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(Promise.all(renewed)).resolves.toEqual(['access-3', 'access-4']);
});

it('a token valid for 100 days is renewed once a day, because browser timers are limited to 24 days', async () => {
  const { provider } = await signedInTab({ lifetimeSeconds: 100 * 24 * 60 * 60 });
  await vi.advanceTimersByTimeAsync(60 * 60 * 60_000);
  expect(provider.renewals).toBe(2);
});

it('a renewal without a refresh token redirects to the provider with prompt=none', async () => {
  const { visited, storage, openTab } = await signedInTab({ givesRefreshTokens: false });
  await vi.advanceTimersByTimeAsync(8 * 60_000);
  expect(visited).toEqual([]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(visited).toEqual(['https://idp.example/auth?prompt=none']);
  // When the provider has no session of the user any more, another redirect would start a loop.
  const late = openTab(storage, '/callback?error=login_required');
  await late.session.start();
  expect(late.session.state()).toEqual({
    kind: 'signed-out',
    reason: { kind: 'ended' },
    returnTo: '/client/1?x=2#y',
  });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(late.visited).toEqual([]);
});

it('a session without a usable token reports the provider as unavailable until the provider responds', async () => {
  const { session, provider } = await signedInTab({ isDown: true });
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(session.state()).toMatchObject({ isProviderUnavailable: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.state()).toMatchObject({ isProviderUnavailable: true });
  provider.isDown = false;
  await vi.advanceTimersByTimeAsync(8_600);
  expect(session.state()).toMatchObject({ kind: 'signed-in', isProviderUnavailable: false });
});

/** Opens a tab whose access token expired while the browser was closed. */
async function tabWithExpiredToken(condition: Partial<Awaited<ReturnType<typeof signedInTab>>['provider']>) {
  const { session, storage, openTab, provider } = await signedInTab();
  const kept = copyOf(storage);
  await session.signOut(notifyApi);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  Object.assign(provider, condition);
  const late = openTab(kept).session;
  void late.start();
  return { session: late, provider };
}

it.each([
  ['after its renewal', {}, 1_000, 'signed-in', 'access-2'],
  ['at once when the provider is unreachable', { isDown: true }, 1_000, 'signed-in', undefined],
  ['not yet when the provider has not answered for 2.9 s', { isHanging: true }, 2_900, 'starting', undefined],
  ['when the provider has not answered for 3.1 s', { isHanging: true }, 3_100, 'signed-in', undefined],
])('a page that starts with an expired token shows the rooms %s', async (_when, condition, waitMs, kind, token) => {
  const { session } = await tabWithExpiredToken(condition);
  expect(session.state().kind).toBe('starting');
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(session.state().kind).toBe(kind);
  if (token !== undefined) await expect(session.accessToken()).resolves.toBe(token);
});
