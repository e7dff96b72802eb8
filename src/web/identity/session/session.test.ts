import { User } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { ProviderRefusal, type Provider } from './provider.ts';
import { createSession, type Session } from './session.ts';
import type { TabChannel } from './tab-channel.ts';

const start = new Date('2026-11-21T03:00:00Z').getTime();

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake provider whose access tokens are valid for ten minutes and whose refresh tokens can be used once. */
interface ProviderState {
  isDown: boolean;
  isHanging: boolean;
  /** Undefined: the provider does not say when a token expires. */
  lifetimeSeconds: number | undefined;
  hasRevoked: boolean;
  givesRefreshTokens: boolean;
  /** The callback addresses of the redeemed codes. */
  redeemed: string[];
  /** Calls of the token endpoint with a refresh token. */
  attempts: number;
  /** Calls of the token endpoint that were answered. */
  renewals: number;
  rejections: number;
}

function fakeProvider() {
  let issued = 0;
  const usable = new Set<string>();
  const state: ProviderState = {
    isDown: false,
    isHanging: false,
    lifetimeSeconds: 600,
    hasRevoked: false,
    givesRefreshTokens: true,
    redeemed: [],
    attempts: 0,
    renewals: 0,
    rejections: 0,
  };
  const issue = (): User => {
    issued += 1;
    usable.add(`refresh-${issued}`);
    return new User({
      access_token: `access-${issued}`,
      ...(state.givesRefreshTokens && { refresh_token: `refresh-${issued}` }),
      token_type: 'Bearer',
      profile: { sub: 'nurse', iss: 'x', aud: 'x', exp: 0, iat: 0 },
      ...(state.lifetimeSeconds !== undefined && {
        expires_at: Math.floor(Date.now() / 1_000) + state.lifetimeSeconds,
      }),
    });
  };
  const checkReachable = async () => {
    if (state.isDown) throw new TypeError('Failed to fetch');
  };
  const provider: Provider = {
    signInUrl: async ({ prompt }) => {
      await checkReachable();
      return `https://idp.example/auth?prompt=${prompt ?? ''}`;
    },
    redeem: async (url) => {
      state.redeemed.push(url);
      await checkReachable();
      if (url.includes('login_required')) throw new ProviderRefusal('login_required', { isLoginRequired: true });
      return { user: issue(), data: undefined };
    },
    renew: async (user) => {
      state.attempts += 1;
      if (state.isHanging) return new Promise(() => undefined);
      await checkReachable();
      state.renewals += 1;
      if (state.hasRevoked || !usable.delete(user.refresh_token ?? '')) {
        state.rejections += 1;
        throw new ProviderRefusal('invalid_grant');
      }
      return issue();
    },
    signOutUrl: async () => {
      await checkReachable();
      return 'https://idp.example/logout';
    },
    checkReachable,
  };
  return { provider, state };
}

/** A fake browser. Its tabs share the locks, the channel and the local storage. */
function browser() {
  const listeners: { tab: number; onMessage: (message: unknown) => void }[] = [];
  const persistentStorage = memoryStorage();
  let queue = Promise.resolve();
  const withLock = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };
  const { provider, state } = fakeProvider();
  let tabs = 0;
  const openTab = (storage = memoryStorage(), openedAddress = '/client/1') => {
    let address = openedAddress;
    tabs += 1;
    const tab = tabs;
    const channel: TabChannel = {
      send: (message) => {
        for (const other of listeners) if (other.tab !== tab) queueMicrotask(() => other.onMessage(message));
      },
      listen: (onMessage) => void listeners.push({ tab, onMessage }),
    };
    const visited: string[] = [];
    const session = createSession({
      provider,
      storage,
      persistentStorage,
      withLock,
      channel,
      currentAddress: () => address,
      goTo: (url) => void visited.push(url),
      stay: () => void visited.push('stay'),
    });
    const moveTo = (next: string): void => void (address = next);
    return { session, storage, visited, moveTo };
  };
  return { openTab, provider: state };
}

const callback = '/callback?code=1&state=2';
const notifyApi = async (): Promise<void> => undefined;

/** Starts a session and waits until the other tabs can no longer answer. */
async function started(session: Session): Promise<Session> {
  const found = session.start();
  await vi.advanceTimersByTimeAsync(600);
  await found;
  return session;
}

/** Opens a tab in a new fake browser and signs in. */
async function signedInTab(condition: Partial<ReturnType<typeof browser>['provider']> = {}) {
  const { openTab, provider } = browser();
  const { isDown = false, ...others } = condition;
  Object.assign(provider, others);
  const tab = openTab(memoryStorage(), callback);
  tab.storage.setItem('room-status:sign-in:return-to', '/client/1?x=2#y');
  await tab.session.start();
  tab.moveTo('/client/1?x=2#y');
  provider.isDown = isDown;
  return { ...tab, openTab, provider };
}

function copyOf(storage: Storage): Storage {
  const copy = memoryStorage();
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? '';
    copy.setItem(key, storage.getItem(key) ?? '');
  }
  return copy;
}

it('[ROUTE-7] no page is shown until the tab has looked for a session', async () => {
  const { session } = browser().openTab();
  expect(session.state().kind).toBe('starting');
  void session.start();
  expect(session.state().kind).toBe('starting');
  await vi.advanceTimersByTimeAsync(600);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: undefined, returnTo: undefined });
});

it.each([
  ['[ROUTE-9] a sign-in returns to the address that the user wanted', '/client/1?x=2#y', '/client/1?x=2#y'],
  ['[ROUTE-9] a sign-in never returns to another site', '//evil.example', '/'],
  ['[ROUTE-9] a sign-in never returns to the callback page', '/callback?code=1', '/'],
])('%s', async (_title, returnTo, opened) => {
  const { openTab } = browser();
  const tab = openTab();
  await started(tab.session);
  await tab.session.signIn({ returnTo });
  const { session } = openTab(tab.storage, callback);
  await session.start();
  expect(session.state()).toMatchObject({ kind: 'signed-in', returnTo: opened });
  await expect(session.accessToken()).resolves.toBe('access-1');
});

it('the callback page does not renew the stored session while it redeems a code', async () => {
  const { storage, openTab, provider } = await signedInTab();
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  const before = provider.renewals;
  provider.isDown = true;
  const { session } = openTab(copyOf(storage), callback);
  void session.start();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(session.state()).toMatchObject({ kind: 'completing', isProviderUnavailable: false });
  await vi.advanceTimersByTimeAsync(200);
  expect(session.state()).toMatchObject({ kind: 'completing', isProviderUnavailable: true });
  provider.isDown = false;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(session.state()).toMatchObject({ kind: 'signed-in', returnTo: '/client/1?x=2#y' });
  expect(provider.renewals - before).toBe(0);
});

it('a user who moves from the callback page to the login page while the provider is down is signed in when it answers', async () => {
  const { storage, openTab, provider } = await signedInTab();
  provider.isDown = true;
  const { session, moveTo } = openTab(copyOf(storage), callback);
  void session.start();
  await vi.advanceTimersByTimeAsync(6_000);
  moveTo('/login');
  provider.redeemed.length = 0;
  provider.isDown = false;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(provider.redeemed).toEqual([callback]);
  expect(session.state()).toMatchObject({ kind: 'signed-in', returnTo: '/client/1?x=2#y' });
});

it('[ROUTE-9] clearing the storage of the tab keeps the return address and the sign-in that has begun', async () => {
  const { session, storage } = browser().openTab();
  await started(session);
  await session.signIn({ returnTo: '/client/1' });
  storage.setItem('room-status:sign-in:state:1', 'the sign-in');
  storage.setItem('room-status:ward:1', 'rooms');
  session.clearStorage();
  expect(storage.getItem('room-status:sign-in:return-to')).toBe('/client/1');
  expect(storage.length).toBe(2);
});

it('[ROUTE-9] the callback page is never the return address, not even when a renewal starts on that page', async () => {
  const { visited, storage, moveTo } = await signedInTab({ givesRefreshTokens: false });
  moveTo(callback);
  await vi.advanceTimersByTimeAsync(9 * 60_000 + 1_000);
  expect(visited).toHaveLength(1);
  expect(storage.getItem('room-status:sign-in:return-to')).toBe('/client/1?x=2#y');
});

it.each([
  ['is ended with the reason when the API refuses its first token', [], 'token-refused'],
  ['is renewed when the API refuses a token that it has accepted', ['access-1'], 'access-2'],
])('a session %s', async (_what, accepted, outcome) => {
  const { session, provider } = await signedInTab();
  for (const token of accepted) session.tokenAccepted(token);
  const replaced = session.replaceToken('access-1', 'audience').catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  const state = session.state();
  expect([await replaced, state.kind === 'signed-out' ? state.reason : undefined]).toEqual(
    outcome === 'token-refused' ? [undefined, { kind: 'token-refused', cause: 'audience' }] : [outcome, undefined],
  );
  expect(provider.renewals).toBe(accepted.length);
});

it('a token that replaced a refused one is not replaced when the API refuses it too, even after the API has accepted it', async () => {
  const { session, provider } = await signedInTab();
  session.tokenAccepted('access-1');
  const replaced = session.replaceToken('access-1');
  await vi.advanceTimersByTimeAsync(1_000);
  session.tokenAccepted(await replaced);
  await expect(session.replaceToken('access-2')).rejects.toThrow('nobody is signed in');
  expect(provider.renewals).toBe(1);
  expect(session.state()).toMatchObject({ reason: { kind: 'token-refused' } });
});

it('a token without a known expiry is replaced each time the API first accepts and then refuses it', async () => {
  const { session } = await signedInTab({ lifetimeSeconds: undefined });
  for (const [refused, next] of [
    ['access-1', 'access-2'],
    ['access-2', 'access-3'],
  ] as const) {
    session.tokenAccepted(refused);
    const replaced = session.replaceToken(refused);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(replaced).resolves.toBe(next);
  }
});

it('a sign-in waits until the login page has cleared the storage of the previous user', async () => {
  const { session, visited } = browser().openTab();
  session.subscribe(() => {
    expect(visited).toEqual([]);
    session.clearStorage();
  });
  void session.start();
  void session.signIn({ returnTo: '/' });
  await vi.advanceTimersByTimeAsync(300);
  expect(visited).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(visited).toHaveLength(1);
});

it('tokens are renewed before they expire, for 12 hours without any input from a user', async () => {
  const { session, provider } = await signedInTab();
  for (let minute = 0; minute < 12 * 60; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    await session.accessToken();
  }
  // The timer renews every six minutes. A call of `accessToken` causes no renewal.
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

it('an access token that expires in 11 s is used, and one that expires in 10 s is not', async () => {
  const { session, storage } = await signedInTab({ isDown: true });
  await vi.advanceTimersByTimeAsync(589_000);
  await expect(session.accessToken()).resolves.toBe('access-1');
  await vi.advanceTimersByTimeAsync(1_000);
  const token = expect(session.accessToken()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(600);
  await token;
  expect(storage.length).toBe(2);
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

it('a tab does not take the tokens of another sign-in from another tab', async () => {
  const { openTab } = browser();
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
  // The provider no longer knows the user. Another visit would start a loop of redirects.
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

it('a session without a usable token reports the provider as unavailable until the provider answers', async () => {
  const { session, provider } = await signedInTab({ isDown: true });
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(session.state()).toMatchObject({ isProviderUnavailable: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.state()).toMatchObject({ isProviderUnavailable: true });
  provider.isDown = false;
  await vi.advanceTimersByTimeAsync(8_600);
  expect(session.state()).toMatchObject({ kind: 'signed-in', isProviderUnavailable: false });
});

it('a token renewal that fails is tried again after 1, 2, 4 and 8 s, then every 8 s', async () => {
  const { session, provider } = await signedInTab({ isDown: true });
  await vi.advanceTimersByTimeAsync(6 * 60_000 + 500);
  const attempts = [];
  for (let second = 0; second < 30; second += 1) {
    const before = provider.attempts;
    await vi.advanceTimersByTimeAsync(1_000);
    // A call that needs a token does not cause another attempt.
    void session.replaceToken('another').catch(() => undefined);
    if (provider.attempts > before) attempts.push(second);
  }
  // Before each attempt the tab waits 0.5 s for answers of other tabs, which adds to the delays.
  expect(attempts).toEqual([1, 3, 8, 16, 25]);
});

it.each([
  ['after its renewal', {}, 1_000, 'signed-in', 'access-2'],
  ['at once when the provider is unreachable', { isDown: true }, 1_000, 'signed-in', undefined],
  ['not yet when the provider has not answered for 2.9 s', { isHanging: true }, 2_900, 'starting', undefined],
  ['when the provider has not answered for 3.1 s', { isHanging: true }, 3_100, 'signed-in', undefined],
])('a page that starts with an expired token shows the rooms %s', async (_when, condition, waitMs, kind, token) => {
  const { session, storage, openTab, provider } = await signedInTab();
  const kept = copyOf(storage);
  await session.signOut(notifyApi);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  Object.assign(provider, condition);
  const late = openTab(kept).session;
  void late.start();
  expect(late.state().kind).toBe('starting');
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(late.state().kind).toBe(kind);
  if (token !== undefined) await expect(late.accessToken()).resolves.toBe(token);
});

it('a page that starts with an expired token while the provider is unreachable retries the renewal without an API call', async () => {
  const { session, storage, openTab, provider } = await signedInTab();
  const kept = copyOf(storage);
  await session.signOut(notifyApi);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  provider.isDown = true;
  const late = openTab(kept).session;
  void late.start();
  await vi.advanceTimersByTimeAsync(30_000);
  const { attempts } = provider;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(provider.attempts).toBeGreaterThan(attempts);
});

it("[API-5] a sign-out hides the rooms, sends the token to the API, clears the tab and opens the provider's sign-out page", async () => {
  const { session, storage, visited } = await signedInTab();
  storage.setItem('room-status:ward:1', 'last known rooms');
  const seen: unknown[] = [];
  await session.signOut(async () => {
    seen.push(session.state().kind, await session.accessToken(), [...visited]);
  });
  await vi.advanceTimersByTimeAsync(0);
  // `stay` cancels a redirect for a renewal, which would return from the provider with a new session.
  expect(seen).toEqual(['signing-out', 'access-1', ['stay']]);
  expect(storage.length).toBe(0);
  expect(visited).toEqual(['stay', 'https://idp.example/logout']);
  await expect(session.accessToken()).rejects.toThrow('nobody is signed in');
});

it('a tab that is opened during a sign-out does not get the session of the other tab', async () => {
  const { session, openTab } = await signedInTab();
  await session.signOut(async () => {
    expect((await started(openTab().session)).state().kind).toBe('signed-out');
  });
});

it('after a sign-out without the provider, a sign-in fails until the provider answers, then asks for the password once', async () => {
  const { session, visited, provider, storage, openTab } = await signedInTab({ isDown: true });
  await session.signOut(notifyApi);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: undefined, returnTo: undefined });
  await expect(session.signIn({ returnTo: '/' })).rejects.toThrow('Failed to fetch');
  expect(visited.splice(0)).toEqual(['stay']);
  provider.isDown = false;
  await session.signIn({ returnTo: '/' });
  await openTab(storage, callback).session.start();
  await session.signIn({ returnTo: '/' });
  expect(visited).toEqual(['login', ''].map((prompt) => `https://idp.example/auth?prompt=${prompt}`));
});
