/**
 * Renews the tokens before they expire. Only one tab renews at a time. After a network failure the renewal is retried.
 * Only a refusal by the provider ends the session.
 */
import { delay } from '../../shared/delay.ts';
import { hasRefreshToken, ProviderRefusal, type Provider } from './provider.ts';
import { createRetryBackoff } from './retry-backoff.ts';
import { leaveTimeoutMs, providerTimeoutMs } from './sign-in.ts';
import type { SessionStore } from './state-machine/session-store.ts';
import {
  hasSameTokens,
  isSessionUsable,
  newSession,
  renewalTimeOf,
  successorOf,
  type StoredSession,
} from './state-machine/stored-session.ts';
import type { OtherTabs } from './tab-channel.ts';

export interface TokenRenewalOptions {
  readonly provider: Provider;
  readonly store: SessionStore;
  readonly otherTabs: OtherTabs;
  /** Runs the work while it holds a lock that all tabs of this browser share. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Redirects to the provider, which redirects back at once if the user is still signed in there. Rejects when the
   * provider is unreachable.
   */
  readonly renewByRedirect: (previous: StoredSession) => Promise<void>;
}

export type TokenRenewal = ReturnType<typeof createTokenRenewal>;

/** The maximum delay of a timer. In browsers a timer of more than 2^31 ms, about 24 days, fires at once. */
const maxTimerMs = 24 * 60 * 60 * 1_000;

export function createTokenRenewal(options: TokenRenewalOptions) {
  const { current, dispatch } = options.store;
  const backoff = createRetryBackoff();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The timer that reports the provider as unavailable. It starts when a renewal gets no response. */
  let unavailableTimer: ReturnType<typeof setTimeout> | undefined;
  let isUnavailable = false;
  let running: Promise<StoredSession> | undefined;

  async function renewOnce(): Promise<StoredSession> {
    const previous = current();
    if (previous === undefined) throw new Error('nobody is signed in');
    try {
      const session =
        (await options.otherTabs.findNewerSession(previous)) ?? (await renewAtProvider(previous, options));
      dispatch({ kind: 'renewed', previous, session });
      if (!hasSameTokens(current(), session)) throw new Error('the session ended during the renewal');
      onAnswer();
      return session;
    } catch (error) {
      if (error instanceof ProviderRefusal) dispatch({ kind: 'renewal-refused', previous });
      else if (hasSameTokens(current(), previous)) startTimer(backoff.fail(error));
      throw error;
    }
  }

  /** Reports the provider as unavailable, unless the session still has a usable token. */
  function reportUnavailable(): void {
    isUnavailable = true;
    const session = current();
    if (session !== undefined && !isSessionUsable(session, Date.now())) dispatch({ kind: 'provider-unavailable' });
  }

  function onAnswer(): void {
    clearTimeout(unavailableTimer);
    unavailableTimer = undefined;
    isUnavailable = false;
    backoff.reset();
  }

  /**
   * Renews the tokens now. Concurrent calls are coalesced. Rejects when the provider refuses the renewal or the network
   * fails. After a failure it rejects at once until the next attempt is due.
   */
  function renew(): Promise<StoredSession> {
    if (isUnavailable) reportUnavailable();
    unavailableTimer ??= setTimeout(reportUnavailable, providerTimeoutMs);
    const failure = running === undefined ? backoff.recentFailure() : undefined;
    if (failure !== undefined) return Promise.reject(failure);
    running ??= options.withLock(renewOnce).finally(() => {
      running = undefined;
    });
    return running;
  }

  function startTimer(delayMs: number): void {
    clearTimeout(timer);
    // The error is ignored: `renewOnce` has already scheduled a retry, and a caller of `renew` gets the error itself.
    timer = setTimeout(() => void renew().catch(() => undefined), Math.min(Math.max(0, delayMs), maxTimerMs));
  }

  return {
    renew,
    /** Schedules the next renewal, after a failure not before its next attempt is due: an earlier one would reject. */
    schedule: (session: StoredSession) =>
      startTimer(Math.max(renewalTimeOf(session) - Date.now(), backoff.remainingMs())),
    cancel: () => {
      clearTimeout(timer);
      onAnswer();
    },
  };
}

async function renewAtProvider(previous: StoredSession, options: TokenRenewalOptions): Promise<StoredSession> {
  if (!hasRefreshToken(previous.user)) {
    await options.renewByRedirect(previous);
    await delay(leaveTimeoutMs);
    throw new Error('the browser did not go to the login service');
  }
  return newSession(await options.provider.renew(previous.user), successorOf(previous));
}
