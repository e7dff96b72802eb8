/**
 * Slows down the guessing of passwords. Five failures are free, then each costs a longer wait, never
 * more than a quarter of an hour, so nobody is ever locked out for good.
 *
 * Three counts: of an account from one address; of an address over all accounts (a care home
 * often shares one); of an account from all addresses, which does not hold for an address that
 * account has lately signed in from: a stranger's guessing must not keep the nurse at her own desk out.
 */
export interface AttemptLimit {
  /**
   * Asks for leave to try a password. 0: go ahead; the attempt counts as failed until `succeeded`
   * is called, so that a hundred at once are not all free. Otherwise: milliseconds to wait.
   */
  attempt(account: string, address: string): number;
  succeeded(account: string, address: string): void;
}

interface Count {
  failures: number;
  lastFailureAt: number;
  blockedUntil: number;
}

const freeFailures = { accountAtAddress: 5, account: 10, address: 20 };
const firstDelayMs = 30_000;
const longestDelayMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;
const trustedForMs = 30 * 24 * 60 * 60_000;
/** Of the oldest beyond this many, nothing is remembered: memory is bounded whoever knocks. */
const mostRemembered = 20_000;

type Kind = keyof typeof freeFailures;

export function createAttemptLimit(now: () => number): AttemptLimit {
  const counts = new Map<string, Count>();
  const signedInAt = new Map<string, number>();

  function countOf(key: string): Count {
    const known = counts.get(key);
    counts.delete(key);
    const isForgotten = known === undefined || now() - known.lastFailureAt > forgottenAfterMs;
    const count = isForgotten ? { failures: 0, lastFailureAt: now(), blockedUntil: 0 } : known;
    remember(counts, key, count);
    return count;
  }

  function keysOf(account: string, address: string): readonly (readonly [Kind, string])[] {
    const pair = JSON.stringify([account, address]);
    const trustedSince = signedInAt.get(pair);
    const isTrusted = trustedSince !== undefined && now() - trustedSince < trustedForMs;
    return [
      ['accountAtAddress', `pair ${pair}`],
      ['address', `address ${address}`],
      ...(isTrusted ? [] : [['account', `account ${account}`] as const]),
    ];
  }

  return {
    attempt(account, address) {
      const keys = keysOf(account, address).map(([kind, key]) => ({ kind, count: countOf(key) }));
      const waitMs = Math.max(...keys.map(({ count }) => count.blockedUntil - now()));
      if (waitMs > 0) return waitMs;
      for (const { kind, count } of keys) {
        count.failures += 1;
        count.lastFailureAt = now();
        count.blockedUntil = now() + delayAfter(count.failures - freeFailures[kind]);
      }
      return 0;
    },

    succeeded(account, address) {
      const pair = JSON.stringify([account, address]);
      counts.delete(`pair ${pair}`);
      counts.delete(`account ${account}`);
      // Only this attempt is taken back: an own account must not wash an address clean.
      const atAddress = countOf(`address ${address}`);
      atAddress.failures = Math.max(0, atAddress.failures - 1);
      atAddress.blockedUntil = 0;
      signedInAt.delete(pair);
      remember(signedInAt, pair, now());
    },
  };
}

/** Milliseconds; `beyond` counts the failures after the free ones, 0 being the last free one. */
function delayAfter(beyond: number): number {
  return beyond < 0 ? 0 : Math.min(firstDelayMs * 2 ** Math.min(beyond, 30), longestDelayMs);
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostRemembered && oldest !== undefined) map.delete(oldest);
}
