/** The session of this page: who is signed in, and an access token for every call. Does not depend on React. */
import { clearPersonalRecords } from '../../api/personal-records.ts';
import { delay } from '../../shared/delay.ts';
import { removeTypedTextOfOthers } from '../../api/typed-text-key.ts';
import { callbackPath } from '../paths.ts';
import type { SessionPorts, SignInRequest } from './session-ports.ts';
import type { SessionEffect, SessionState } from './state-machine/session-events.ts';
import { initialSession } from './state-machine/session-state.ts';
import { createSessionStore, type SessionStore } from './state-machine/session-store.ts';
import {
  completeSignIn,
  leaveForSignIn,
  leaveTimeoutMs,
  pendingReturnTo,
  pendingSignOutKey,
  renewByRedirect,
} from './sign-in.ts';
import { isSessionUsable, parseSession, serializeSession } from './state-machine/stored-session.ts';
import { clearTabStorage, sessionKey } from './tab-storage.ts';
import { connectOtherTabs, type OtherTabs } from './tab-channel.ts';
import { createTokenRenewal, type TokenRenewal } from './token-renewal.ts';

export interface Session {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Finds a session in this or another tab, or completes the sign-in on the callback page. Call it once, when the page
   * starts.
   */
  start(): Promise<void>;
  /** Redirects to the login of the provider. Rejects when the provider is unreachable. */
  signIn(request: SignInRequest): Promise<void>;
  /** Hides the pages of all tabs, runs `notifyApi` while there is a token, and goes to the provider's sign-out page. */
  signOut(notifyApi: () => Promise<void>): Promise<void>;
  /** Resolves to a usable access token, after a renewal if necessary. Rejects when there is no such token. */
  accessToken(): Promise<string>;
  /** To be called when the API has accepted a token. */
  tokenAccepted(token: string): void;
  /**
   * Resolves to another token after a 401 of the API, or rejects when there is none. Shows the login when the API would
   * refuse another token too. `cause`: the reason in the response of the API.
   */
  replaceToken(rejected: string, cause?: string): Promise<string>;
  /** Deletes the data of this tab, except for a sign-in that has started. */
  clearStorage(): void;
  /** Resolves when the provider responds. Rejects when it does not. */
  readonly checkProvider: () => Promise<void>;
}

interface Parts {
  readonly ports: SessionPorts;
  readonly store: SessionStore;
  readonly otherTabs: OtherTabs;
  readonly renewal: TokenRenewal;
}

/** How long a page waits for its first renewal. After that it shows the last known rooms. */
const firstRenewalTimeoutMs = 3_000;

export function createSession(ports: SessionPorts): Session {
  const { provider, storage } = ports;
  const isCallback = new RegExp(`^${callbackPath}(?=[?#]|$)`).test(ports.currentAddress());
  const initial = initialSession(
    parseSession(storage.getItem(sessionKey)),
    isCallback ? pendingReturnTo(storage) : undefined,
  );
  const store = createSessionStore(initial, (effect) => runEffect(parts, effect));
  const otherTabs = connectOtherTabs(ports.channel, store);
  const renewal = createTokenRenewal({
    ...ports,
    store,
    otherTabs,
    renewByRedirect: (previous) => renewByRedirect(ports, store, previous),
  });
  const parts: Parts = { ports, store, otherTabs, renewal };
  let started = Promise.resolve();

  return {
    state: store.state,
    subscribe: store.subscribe,
    start: () => {
      if (isCallback) return completeSignIn(ports, store);
      return (started = findSession(parts));
    },
    signIn: async (request) => {
      // Waits until `start` is done: if it finds no session, the login page clears the storage, and the sign-in must
      // be stored after that.
      await started;
      await leaveForSignIn(ports, request);
    },
    signOut: async (notifyApi) => {
      // Cancels a redirect for a renewal, which would return with a new session.
      ports.stay();
      store.dispatch({ kind: 'sign-out-requested' });
      await notifyApi();
      store.dispatch({ kind: 'api-notified' });
    },
    accessToken: () => validToken(parts),
    tokenAccepted: (token) => store.dispatch({ kind: 'token-accepted', token }),
    replaceToken: async (rejected, cause) => {
      // Rejects, because a renewal could redirect the page before the sign-out, and the API need not be notified with a
      // refused token.
      if (store.state().kind === 'signing-out') throw new Error('the session is being signed out');
      store.dispatch({ kind: 'token-refused', token: rejected, cause });
      return validToken(parts);
    },
    clearStorage: () => clearTabStorage(storage, { keepsSignIn: true }),
    checkProvider: provider.checkReachable,
  };
}

function runEffect(parts: Parts, effect: SessionEffect): void {
  const { ports, store, otherTabs, renewal } = parts;
  switch (effect.kind) {
    case 'find-session':
      void findSession(parts);
      return;
    case 'save':
      removeTypedTextOfOthers(ports.storage, effect.session.user.profile.sub);
      ports.storage.setItem(sessionKey, serializeSession(effect.session));
      renewal.schedule(effect.session);
      return;
    case 'clear':
      renewal.cancel();
      clearTabStorage(ports.storage, effect);
      return;
    case 'notify-tabs':
      otherTabs.announceSignOut();
      clearPersonalRecords(ports.persistentStorage);
      return;
    case 'end-provider-session':
      void ports.provider
        .signOutUrl(effect.session.user)
        .then(ports.goTo)
        .then(() => delay(leaveTimeoutMs))
        .catch(() => undefined)
        .then(() => store.dispatch({ kind: 'sign-out-page-unreachable' }));
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
  if (!isSessionUsable(stored, Date.now())) {
    await Promise.race([renewal.renew().catch(() => undefined), delay(firstRenewalTimeoutMs)]);
  }
  // Continues without a token: the page shows the last known rooms while the renewal is retried.
  const session = store.current();
  if (session !== undefined) store.dispatch({ kind: 'session-found', session });
}

async function validToken({ store, renewal }: Parts): Promise<string> {
  const state = store.state();
  const session = store.current();
  if (session === undefined) throw new Error('nobody is signed in');
  // Does not renew during a sign-out, because a renewal could redirect the page before it.
  if (state.kind === 'signing-out' || isSessionUsable(session, Date.now())) return session.user.access_token;
  return (await renewal.renew()).user.access_token;
}
