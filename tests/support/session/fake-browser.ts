/** Fake browser tabs with the real session and a fake provider, for tests of single events in simulated time. */
import { vi } from 'vitest';
import { ProviderRefusal, type Provider, type SignedInUser } from '../../../src/web/identity/session/provider.ts';
import { createSession, type Session } from '../../../src/web/identity/session/session.ts';
import type { TabChannel } from '../../../src/web/identity/session/tab-channel.ts';
import { memoryStorage } from '../memory-storage.ts';

/** A fake provider whose access tokens are valid for ten minutes and whose refresh tokens can be used once. */
interface ProviderState {
  isDown: boolean;
  isHanging: boolean;
  /** How long the address of a sign-in takes to be returned. */
  signInDelayMs: number;
  /** The lifetime of an access token. Undefined: the provider does not say when a token expires. */
  lifetimeSeconds: number | undefined;
  hasRevoked: boolean;
  givesRefreshTokens: boolean;
  /** The callback addresses of the redeemed codes. */
  redeemed: string[];
  /** The number of calls of the token endpoint with a refresh token. */
  attempts: number;
  /** The number of those calls that got tokens. */
  renewals: number;
  rejections: number;
}

function fakeProvider() {
  let issued = 0;
  const usable = new Set<string>();
  const state: ProviderState = {
    isDown: false,
    isHanging: false,
    signInDelayMs: 0,
    lifetimeSeconds: 600,
    hasRevoked: false,
    givesRefreshTokens: true,
    redeemed: [],
    attempts: 0,
    renewals: 0,
    rejections: 0,
  };
  const issue = (): SignedInUser => {
    issued += 1;
    usable.add(`refresh-${issued}`);
    return {
      access_token: `access-${issued}`,
      ...(state.givesRefreshTokens && { refresh_token: `refresh-${issued}` }),
      profile: { sub: 'nurse' },
      ...(state.lifetimeSeconds !== undefined && {
        expires_at: Math.floor(Date.now() / 1_000) + state.lifetimeSeconds,
      }),
    };
  };
  const checkReachable = async () => {
    if (state.isDown) throw new TypeError('Failed to fetch');
  };
  const provider: Provider = {
    signInUrl: async ({ prompt }) => {
      await checkReachable();
      if (state.signInDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.signInDelayMs));
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
export function fakeBrowser() {
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
  let deliver = queueMicrotask;
  /** Delivers each message between tabs after this time, like a tab that is busy. */
  const delayMessages = (ms: number): void => void (deliver = (work) => void setTimeout(work, ms));
  const openTab = (storage = memoryStorage(), openedAddress = '/client/1') => {
    let address = openedAddress;
    tabs += 1;
    const tab = tabs;
    const channel: TabChannel = {
      send: (message) => {
        for (const other of listeners) if (other.tab !== tab) deliver(() => other.onMessage(message));
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
    return { session, storage, persistentStorage, visited, moveTo };
  };
  return { openTab, delayMessages, provider: state };
}

export const callback = '/callback?code=1&state=2';
export const notifyApi = async (): Promise<void> => undefined;

/** Starts a session and waits until the time in which other tabs can answer is over. */
export async function started(session: Session): Promise<Session> {
  const found = session.start();
  await vi.advanceTimersByTimeAsync(600);
  await found;
  return session;
}

/** Opens a tab in a new fake browser and signs in. */
export async function signedInTab(condition: Partial<ReturnType<typeof fakeBrowser>['provider']> = {}) {
  const { openTab, delayMessages, provider } = fakeBrowser();
  const { isDown = false, ...others } = condition;
  Object.assign(provider, others);
  const tab = openTab(memoryStorage(), callback);
  tab.storage.setItem('room-status:sign-in:return-to', '/client/1?x=2#y');
  await tab.session.start();
  tab.moveTo('/client/1?x=2#y');
  provider.isDown = isDown;
  return { ...tab, openTab, delayMessages, provider };
}
