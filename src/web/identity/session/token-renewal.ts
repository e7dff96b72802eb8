/**
 * Renews the access token: well before it ends, one renewal at a time over all tabs, and again after
 * a failure of the network, which says nothing about the sign-in. Only the provider's refusal ends it.
 */
import { hasRefreshToken, isRefusal, type Provider } from './provider.ts';
import { renewalTimeOf, type SessionRecord } from './stored-session.ts';
import type { SiblingTabs } from './tab-channel.ts';

export interface RenewalOptions {
  readonly provider: Provider;
  readonly siblings: SiblingTabs;
  /** Does the work while no other tab of this browser does. */
  readonly inLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
  readonly current: () => SessionRecord | undefined;
  readonly onRenewed: (record: SessionRecord) => void;
  readonly onRefused: () => void;
  /** Leaves for the provider, which sends the page back at once if it still knows the user. Rejects when it cannot be reached. */
  readonly renewByRedirect: () => Promise<void>;
}

export interface Renewal {
  /** Renews at the right time from now on. */
  schedule(record: SessionRecord): void;
  cancel(): void;
  /** Renews now; callers at the same time share one renewal. Rejects when it was refused or the network failed. */
  renew(): Promise<SessionRecord>;
  /** Resolves when a renewal ended either way, or when that takes longer than a person would wait before an empty page. */
  firstOutcome(): Promise<void>;
}

const retryMs = 5_000;
const firstOutcomeWithinMs = 3_000;
/** The longest delay that browsers take (2^31 ms) is about 24 days. */
const longestTimerMs = 24 * 60 * 60 * 1_000;

export function startRenewing(options: RenewalOptions): Renewal {
  const { current, now } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<SessionRecord> | undefined;

  async function renewOnce(): Promise<SessionRecord> {
    const known = current();
    if (known === undefined) throw new Error('nobody is signed in');
    try {
      const newer = await options.siblings.ask(known);
      const renewed = newer ?? (await renewAtProvider(known));
      // Signed out in the meantime: what comes now must not sign in again.
      if (current() !== known) throw new Error('the sign-in ended');
      options.onRenewed(renewed);
      return renewed;
    } catch (error) {
      if (current() === known) {
        if (isRefusal(error)) options.onRefused();
        else wait(retryMs);
      }
      throw error;
    }
  }

  async function renewAtProvider(known: SessionRecord): Promise<SessionRecord> {
    if (!hasRefreshToken(known.user)) {
      await options.renewByRedirect();
      // The page is being left: nobody is to be told anything any more.
      return new Promise(() => undefined);
    }
    const user = await options.provider.renew(known.user);
    return { user, lineage: known.lineage, generation: known.generation + 1, issuedAt: now() };
  }

  function renew(): Promise<SessionRecord> {
    running ??= options.inLock(renewOnce).finally(() => {
      running = undefined;
    });
    return running;
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    // A failure is told to whoever needs the token; here it only means another try.
    timer = setTimeout(() => void renew().catch(() => undefined), Math.max(0, ms));
  }

  function schedule(record: SessionRecord): void {
    const inMs = renewalTimeOf(record) - now();
    clearTimeout(timer);
    if (inMs > longestTimerMs) timer = setTimeout(() => schedule(record), longestTimerMs);
    else wait(inMs);
  }

  return {
    schedule,
    cancel: () => clearTimeout(timer),
    renew,
    firstOutcome: () =>
      Promise.race([
        renew().then(
          () => undefined,
          () => undefined,
        ),
        new Promise<void>((resolve) => setTimeout(resolve, firstOutcomeWithinMs)),
      ]),
  };
}
