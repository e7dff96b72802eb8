/**
 * Renews the tokens before they expire. Only one tab renews at a time. After a network failure the renewal is retried.
 * Only a rejection by the provider ends the session.
 */
import { hasRefreshToken, isRejection, type Provider } from './provider.ts';
import type { SessionStore } from './session-state.ts';
import { renewalTimeOf, type StoredSession } from './stored-session.ts';
import type { OtherTabs } from './tab-channel.ts';

export interface TokenRenewalOptions {
  readonly provider: Provider;
  readonly store: SessionStore;
  readonly otherTabs: OtherTabs;
  /** Runs `work` while no other tab of this browser runs such work. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Visits the provider, which redirects back at once if it still knows the user. Rejects if it is unreachable. */
  readonly renewByRedirect: () => Promise<void>;
}

export type TokenRenewal = ReturnType<typeof createTokenRenewal>;

const retryDelayMs = 5_000;
/** Browsers accept at most 2^31 ms, about 24 days. A token that is valid for longer is renewed once a day. */
const maxTimerMs = 24 * 60 * 60 * 1_000;

export function createTokenRenewal(options: TokenRenewalOptions) {
  const { current, dispatch } = options.store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<StoredSession> | undefined;

  async function renewOnce(): Promise<StoredSession> {
    const previous = current();
    if (previous === undefined) throw new Error('nobody is signed in');
    try {
      const session =
        (await options.otherTabs.findNewerSession(previous)) ?? (await renewAtProvider(previous, options));
      dispatch({ kind: 'renewed', previous, session });
      if (current() !== session) throw new Error('the session ended during the renewal');
      return session;
    } catch (error) {
      if (isRejection(error)) dispatch({ kind: 'renewal-rejected', previous });
      else if (current() === previous) startTimer(retryDelayMs);
      throw error;
    }
  }

  /** Renews the tokens now. Concurrent calls are coalesced. Rejects when the provider or the network fails. */
  function renew(): Promise<StoredSession> {
    running ??= options.withLock(renewOnce).finally(() => {
      running = undefined;
    });
    return running;
  }

  function startTimer(delayMs: number): void {
    clearTimeout(timer);
    // The error is ignored here: the renewal has scheduled a retry, and a caller of `renew` receives the same error.
    timer = setTimeout(() => void renew().catch(() => undefined), Math.min(Math.max(0, delayMs), maxTimerMs));
  }

  return {
    renew,
    schedule: (session: StoredSession) => startTimer(renewalTimeOf(session) - Date.now()),
    cancel: () => clearTimeout(timer),
  };
}

async function renewAtProvider(previous: StoredSession, options: TokenRenewalOptions): Promise<StoredSession> {
  if (!hasRefreshToken(previous.user)) {
    await options.renewByRedirect();
    // The browser is leaving the page, so this promise never resolves.
    return new Promise(() => undefined);
  }
  const user = await options.provider.renew(previous.user);
  return { user, lineage: previous.lineage, generation: previous.generation + 1, issuedAt: Date.now() };
}
