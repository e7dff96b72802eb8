/** The session of this page: who is signed in, and the access token for API calls. Does not depend on React. */
import { delay } from '../../api/delay.ts';
import { safeReturnAddress } from '../return-address.ts';
import { isLoginRequired, type Provider, type SignInRequest } from './provider.ts';
import { createSessionStore, type SessionEffect, type SessionState, type SessionStore } from './session-state.ts';
import { expiryOf, parseSession, serializeSession } from './stored-session.ts';
import { connectOtherTabs, type OtherTabs, type TabChannel } from './tab-channel.ts';
import { createTokenRenewal, type TokenRenewal } from './token-renewal.ts';

export interface Session {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Finds out whether somebody is signed in. Call it once, when the page starts. */
  start(): Promise<void>;
  /** Opens the login page of the provider. Rejects when the provider is unreachable. */
  signIn(request: SignInRequest): Promise<void>;
  /** Resolves to the address that the user opened before the sign-in. Rejects with the error of the provider. */
  completeSignIn(callbackUrl: string): Promise<string>;
  /** Closes the protected pages in all tabs, runs `notifyApi` with a valid token, and ends the provider's session. */
  signOut(notifyApi: () => Promise<void>): Promise<void>;
  /** Resolves to an access token that is valid for more than 10 s. Rejects when there is none. */
  accessToken(): Promise<string>;
  /** Resolves to an access token other than `rejected`. If there is none, the session ends and the promise rejects. */
  replaceToken(rejected: string): Promise<string>;
  /** Deletes everything that this tab stores. */
  clearStorage(): void;
  /** Ends the session on this page. To be called when the API rejects a new token too. */
  end(): void;
  /** Resolves when the provider answers. Rejects when it does not. */
  readonly checkProvider: () => Promise<void>;
}

export interface SessionPorts {
  readonly provider: Provider;
  readonly storage: Storage;
  /** A storage that outlives the tab. It contains a mark while the provider does not know of a sign-out. */
  readonly persistentStorage: Storage;
  /** Runs `work` while no other tab of this browser runs such work. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly channel: TabChannel;
  /** The path, query and hash of this page. */
  readonly currentAddress: () => string;
  /** Opens another address in this tab. */
  readonly goTo: (url: string) => void;
}

interface Parts {
  readonly ports: SessionPorts;
  readonly store: SessionStore;
  readonly otherTabs: OtherTabs;
  readonly renewal: TokenRenewal;
}

/** An access token with less time left is renewed before use. */
const minTokenLifetimeMs = 10_000;
/** How long a page waits for its first renewal before it shows the last known rooms. */
const firstRenewalTimeoutMs = 3_000;
const storageKey = 'room-status:session';
const pendingSignOutKey = 'room-status:sign-out-untold';

export function createSession(ports: SessionPorts): Session {
  const { provider, storage } = ports;
  const store = createSessionStore(parseSession(storage.getItem(storageKey)), (effect) => runEffect(parts, effect));
  const otherTabs = connectOtherTabs(ports.channel, store);
  const renewal = createTokenRenewal({ ...ports, store, otherTabs, renewByRedirect: () => renewByRedirect(parts) });
  const parts: Parts = { ports, store, otherTabs, renewal };
  let started = Promise.resolve();
  let completing: { readonly url: string; readonly returnAddress: Promise<string> } | undefined;

  return {
    state: store.state,
    subscribe: store.subscribe,
    start: () => (started = findSession(parts)),
    signIn: async (request) => {
      // The login page clears the storage when nobody is signed in. The state of the sign-in must be stored after that.
      await started;
      const hasPendingSignOut = ports.persistentStorage.getItem(pendingSignOutKey) !== null;
      ports.goTo(await provider.signInUrl(hasPendingSignOut ? { ...request, prompt: 'login' } : request));
    },
    completeSignIn: (url) => {
      // A code can be redeemed only once, but React may run the query twice.
      if (completing?.url !== url) completing = { url, returnAddress: redeemCode(parts, url) };
      return completing.returnAddress;
    },
    signOut: async (notifyApi) => {
      store.dispatch({ kind: 'sign-out-requested' });
      await notifyApi();
      store.dispatch({ kind: 'api-notified' });
    },
    accessToken: () => validToken(parts),
    replaceToken: async (rejected) => {
      const token = store.current()?.user.access_token;
      if (token !== undefined && token !== rejected) return validToken(parts);
      return (await renewal.renew()).user.access_token;
    },
    clearStorage: () => storage.clear(),
    end: () => store.dispatch({ kind: 'session-ended' }),
    checkProvider: provider.checkReachable,
  };
}

function runEffect({ ports, store, otherTabs, renewal }: Parts, effect: SessionEffect): void {
  switch (effect.kind) {
    case 'save':
      ports.storage.setItem(storageKey, serializeSession(effect.session));
      renewal.schedule(effect.session);
      return;
    case 'clear':
      renewal.cancel();
      ports.storage.clear();
      return;
    case 'notify-tabs':
      otherTabs.announceSignOut();
      return;
    case 'end-provider-session':
      ports.provider
        .signOutUrl(effect.session.user)
        .then(ports.goTo)
        .catch(() => store.dispatch({ kind: 'provider-unreachable' }));
      return;
    case 'remember-sign-out':
      ports.persistentStorage.setItem(pendingSignOutKey, 'true');
  }
}

async function findSession({ store, otherTabs, renewal }: Parts): Promise<void> {
  const stored = store.current();
  if (stored === undefined) {
    const shared = await otherTabs.findNewerSession(undefined);
    store.dispatch(shared === undefined ? { kind: 'no-session-found' } : { kind: 'session-found', session: shared });
    return;
  }
  if (expiryOf(stored) - Date.now() <= minTokenLifetimeMs) {
    await Promise.race([renewal.renew().catch(() => undefined), delay(firstRenewalTimeoutMs)]);
  }
  // When the provider is down, the page shows the last known rooms while the renewal is retried.
  const session = store.current();
  if (session !== undefined) store.dispatch({ kind: 'session-found', session });
}

async function redeemCode({ ports, store }: Parts, callbackUrl: string): Promise<string> {
  const { user, returnTo } = await ports.provider.redeem(callbackUrl).catch((error: unknown) => {
    // This error answers a renewal by redirect. It means that the provider no longer knows the user.
    if (isLoginRequired(error) && store.current() !== undefined) store.dispatch({ kind: 'session-ended' });
    throw error;
  });
  ports.persistentStorage.removeItem(pendingSignOutKey);
  const session = { user, lineage: crypto.randomUUID(), generation: 1, issuedAt: Date.now() };
  store.dispatch({ kind: 'code-redeemed', session });
  return safeReturnAddress(returnTo);
}

async function validToken({ store, renewal }: Parts): Promise<string> {
  const session = store.current();
  if (session === undefined) throw new Error('nobody is signed in');
  if (expiryOf(session) - Date.now() > minTokenLifetimeMs) return session.user.access_token;
  return (await renewal.renew()).user.access_token;
}

async function renewByRedirect({ ports, store }: Parts): Promise<void> {
  const url = await ports.provider.signInUrl({ returnTo: ports.currentAddress(), prompt: 'none' });
  if (store.current() === undefined) throw new Error('the session ended during the renewal');
  ports.goTo(url);
}
