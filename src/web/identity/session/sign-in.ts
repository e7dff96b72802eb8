/**
 * The redirect to the provider and the callback: for a sign-in by the user, and for a renewal without a refresh token.
 */
import * as z from 'zod/mini';
import { delay } from '../../shared/delay.ts';
import { sanitizeReturnAddress } from '../return-address.ts';
import { ProviderRefusal, type SignedInUser, UnknownCallback } from './provider.ts';
import { createRetryBackoff } from './retry-backoff.ts';
import type { SessionPorts, SignInRequest } from './session-ports.ts';
import type { SessionEvent } from './state-machine/session-events.ts';
import type { SessionStore } from './state-machine/session-store.ts';
import { newSession, parseSession, successorOf, type StoredSession } from './state-machine/stored-session.ts';
import { sessionKey, signInKeyPrefix } from './tab-storage.ts';

/** The fields of the session that a renewal by redirect stores until the callback, so that the session continues. */
const RenewedSessionFields = z.object({ lineage: z.string(), generation: z.int(), replacesRefused: z.boolean() });
type RenewedSessionFields = z.infer<typeof RenewedSessionFields>;

const returnToKey = `${signInKeyPrefix}return-to`;
/** After this time a page warns that the provider does not respond. */
export const providerTimeoutMs = 5_000;
/** If the page is still open after this time, the redirect to the provider has failed. */
export const leaveTimeoutMs = 10_000;
/** The key in local storage that records that the provider was not notified of the last sign-out. */
export const pendingSignOutKey = 'room-status:sign-out-not-sent';

/**
 * The return address of the last sign-in of this tab. It stays stored until the sign-out, because the user can go back
 * to the pages of the provider and sign in there again.
 */
export function pendingReturnTo(storage: Storage): string {
  return sanitizeReturnAddress(storage.getItem(returnToKey));
}

/** Redirects to the provider, where the user signs in. Rejects when the provider is unreachable. */
export async function leaveForSignIn(ports: SessionPorts, { returnTo, ...request }: SignInRequest): Promise<void> {
  const hasPendingSignOut = ports.persistentStorage.getItem(pendingSignOutKey) !== null;
  const url = await ports.provider.signInUrl(hasPendingSignOut ? { ...request, prompt: 'login' } : request);
  ports.storage.setItem(returnToKey, returnTo);
  ports.goTo(url);
}

export async function renewByRedirect(
  { provider, storage, currentAddress, goTo }: SessionPorts,
  store: SessionStore,
  previous: StoredSession,
): Promise<void> {
  const url = await provider.signInUrl({ prompt: 'none', data: successorOf(previous) });
  if (store.state().kind !== 'signed-in' && store.state().kind !== 'starting') {
    throw new Error('the session ended during the renewal');
  }
  // Keeps the stored return address if this is the callback page, which cannot be a return address.
  const address = currentAddress();
  if (sanitizeReturnAddress(address) === address) storage.setItem(returnToKey, address);
  goTo(url);
}

/**
 * Redeems the code in the address of the callback page. Retries until the provider responds: it accepts the
 * code for some time and refuses it later.
 */
export async function completeSignIn(ports: SessionPorts, store: SessionStore): Promise<void> {
  // Reads the address once, because it changes when the user opens the login page during the retries.
  const address = ports.currentAddress();
  const backoff = createRetryBackoff();
  const unavailableTimer = setTimeout(() => store.dispatch({ kind: 'provider-unavailable' }), providerTimeoutMs);
  for (;;) {
    try {
      store.dispatch(await redeem(ports, address));
      clearTimeout(unavailableTimer);
      return;
    } catch (error) {
      await delay(backoff.fail(error));
    }
  }
}

/** Redeems the code once. Rejects only for a temporary failure, after which it can be called again. */
async function redeem({ provider, storage, persistentStorage }: SessionPorts, address: string): Promise<SessionEvent> {
  try {
    const { user, data } = await provider.redeem(address);
    persistentStorage.removeItem(pendingSignOutKey);
    const previous = parseSession(storage.getItem(sessionKey));
    return { kind: 'code-redeemed', session: newSession(user, lineageOf(user, data, previous)) };
  } catch (error) {
    if (error instanceof UnknownCallback) return { kind: 'callback-unknown' };
    if (!(error instanceof ProviderRefusal)) throw error;
    return { kind: 'sign-in-refused', isLoginRequired: error.isLoginRequired, detail: error.message };
  }
}

/**
 * Returns the lineage of the new session. A renewal by redirect continues the session of the same user; any other
 * sign-in starts a new one.
 */
function lineageOf(user: SignedInUser, data: unknown, previous: StoredSession | undefined): RenewedSessionFields {
  const successor = RenewedSessionFields.safeParse(data);
  const isSameUser = previous?.user.profile.sub === user.profile.sub;
  if (successor.success && isSameUser) return successor.data;
  return { lineage: crypto.randomUUID(), generation: 1, replacesRefused: false };
}
