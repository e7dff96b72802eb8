/**
 * Rate limit against password guessing: exponential backoff after failed sign-ins. The wait never exceeds
 * 15 minutes, so no account is locked for good.
 *
 * It counts the failures of an account at one address, of an address over all accounts (a care home often shares
 * one address), and of an account over all addresses. An IPv6 address counts with its larger networks too. On a known
 * browser only the failures of the account in that browser count, so that attackers cannot lock a nurse out at her desk.
 */
import { networksOf } from '../../../http/client-address.ts';

export type SignInBackoff = ReturnType<typeof createSignInBackoff>;

export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  /** The browser, if the account has signed in with it before. */
  readonly knownBrowser: string | undefined;
}

interface Failures {
  readonly count: number;
  readonly lastAt: number;
  readonly blockedUntil: number;
}

/** A count of failed sign-ins. Failures with the same key are counted together. */
interface Counter {
  readonly key: string;
  /** From this number of failures on, the next attempt has to wait. */
  readonly failuresBeforeWait: number;
  /** Whether a successful sign-in resets the count. */
  readonly isReset: boolean;
}

const failuresBeforeWait = { accountOnBrowser: 5, accountAtAddress: 5, account: 10 };
/** `failuresBeforeWait` of an address and of the larger IPv6 networks that contain it. */
const failuresOfNetworks = [20, 40, 80];
const initialDelayMs = 30_000;
const maxDelayMs = 15 * 60_000;
const resetAfterMs = 60 * 60_000;
/** The maximum number of counters in memory. Beyond it the oldest counter is dropped. */
const maxEntries = 20_000;
/** The maximum length of an account name in a key, in characters. A longer name is cut. */
const maxAccountLength = 100;

export function createSignInBackoff(now: () => number) {
  const failures = new Map<string, Failures>();

  function failuresOf(key: string): Failures {
    const counted = failures.get(key);
    const isReset = counted === undefined || now() - counted.lastAt > resetAfterMs;
    return isReset ? { count: 0, lastAt: now(), blockedUntil: 0 } : counted;
  }

  return {
    /**
     * Call it before a password is checked. Returns 0 when the check may run, otherwise the milliseconds to wait. The
     * attempt counts as failed until `recordSuccess`, so that parallel attempts count too.
     */
    startAttempt(attempt: SignInAttempt): number {
      const counters = countersOf(attempt);
      const waitMs = Math.max(...counters.map(({ key }) => failuresOf(key).blockedUntil - now()));
      // A blocked attempt is not stored, because a flood of attempts could push other keys out of the map.
      if (waitMs > 0) return waitMs;
      for (const counter of counters) {
        const count = failuresOf(counter.key).count + 1;
        const blockedUntil = now() + delayAfter(count - counter.failuresBeforeWait);
        setNewest(failures, counter.key, { count, lastAt: now(), blockedUntil });
      }
      return 0;
    },

    recordSuccess(attempt: SignInAttempt): void {
      for (const { key, isReset } of countersOf(attempt)) {
        // A success removes only this attempt from the count of a network. If it reset the count, an attacker could
        // reset it by signing in with an own account.
        const { count, ...rest } = failuresOf(key);
        if (isReset) failures.delete(key);
        else setNewest(failures, key, { ...rest, count: Math.max(0, count - 1), blockedUntil: 0 });
      }
    },
  };
}

function countersOf({ account: accountName, address, knownBrowser }: SignInAttempt): readonly Counter[] {
  const account = accountName.slice(0, maxAccountLength);
  const counter = (kind: keyof typeof failuresBeforeWait, ...key: readonly string[]): Counter => {
    return { key: JSON.stringify([kind, ...key]), failuresBeforeWait: failuresBeforeWait[kind], isReset: true };
  };
  if (knownBrowser !== undefined) return [counter('accountOnBrowser', account, knownBrowser)];
  return [
    counter('accountAtAddress', account, networksOf(address)[0]),
    counter('account', account),
    ...countersOfNetworks(address),
  ];
}

function countersOfNetworks(address: string): readonly Counter[] {
  return networksOf(address).map((network, index) => {
    return { key: network, failuresBeforeWait: failuresOfNetworks[index] ?? 0, isReset: false };
  });
}

/** The wait in milliseconds. `excessCount`: 0 for the first failure that causes a wait. */
function delayAfter(excessCount: number): number {
  return excessCount < 0 ? 0 : Math.min(initialDelayMs * 2 ** Math.min(excessCount, 30), maxDelayMs);
}

/** Inserts the entry as the newest one. A Map keeps insertion order, so its first key is the oldest. */
function setNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest);
}
