/**
 * Rate limit against password guessing: exponential backoff after failed sign-ins. The wait never exceeds
 * 15 minutes, so no account is locked for good.
 *
 * It counts the failures of an account at one address, of an address over all accounts (a care home often shares
 * one address), and of an account over all addresses. An IPv6 address counts with its larger networks too. On a known
 * device only the failures of the account on that device count: others must not keep a nurse out at her own desk.
 */
import { networksOf } from '../../http/client-address.ts';

export type SignInBackoff = ReturnType<typeof createSignInBackoff>;

export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  /** The device, if the account has signed in on it before. */
  readonly knownDevice: string | undefined;
}

interface Failures {
  readonly count: number;
  readonly lastAt: number;
  readonly blockedUntil: number;
}

/** A key under which failures are counted, and how many of them cause no wait. */
interface Counter {
  readonly key: string;
  /** After this number of failures the next attempt has to wait. */
  readonly failuresBeforeWait: number;
  /** Whether a successful sign-in to the account resets it. */
  readonly isReset: boolean;
}

const failuresBeforeWait = { accountOnDevice: 5, accountAtAddress: 5, account: 10 };
/** For an address and for the larger IPv6 networks that it belongs to. */
const failuresOfNetworks = [20, 40, 80];
const initialDelayMs = 30_000;
const maxDelayMs = 15 * 60_000;
const resetAfterMs = 60 * 60_000;
/** The maximum number of remembered entries. Beyond it the oldest entry is dropped. */
const maxEntries = 20_000;
/** Longer account names are cut before they are used as a key. Characters. */
const maxAccountLength = 100;

export function createSignInBackoff(now: () => number) {
  const failures = new Map<string, Failures>();

  function failuresOf(key: string): Failures {
    const known = failures.get(key);
    const isReset = known === undefined || now() - known.lastAt > resetAfterMs;
    return isReset ? { count: 0, lastAt: now(), blockedUntil: 0 } : known;
  }

  return {
    /**
     * Call before a password is checked. Returns 0 when the check may go on, otherwise the milliseconds to wait.
     * The attempt counts as failed until `recordSuccess`, so that parallel attempts count too.
     */
    startAttempt(attempt: SignInAttempt): number {
      const counters = countersOf(attempt);
      const waitMs = Math.max(...counters.map(({ key }) => failuresOf(key).blockedUntil - now()));
      // A blocked attempt is not stored. Otherwise a flood of attempts could push other entries out of the map.
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
        // A network loses only this attempt. Otherwise an attacker could reset its failures with an own account.
        const { count, ...rest } = failuresOf(key);
        if (isReset) failures.delete(key);
        else setNewest(failures, key, { ...rest, count: Math.max(0, count - 1), blockedUntil: 0 });
      }
    },
  };
}

function countersOf({ account: accountName, address, knownDevice }: SignInAttempt): readonly Counter[] {
  const account = accountName.slice(0, maxAccountLength);
  const counter = (kind: keyof typeof failuresBeforeWait, ...key: readonly string[]): Counter => {
    return { key: JSON.stringify([kind, ...key]), failuresBeforeWait: failuresBeforeWait[kind], isReset: true };
  };
  if (knownDevice !== undefined) return [counter('accountOnDevice', account, knownDevice)];
  const networks = networksOf(address);
  return [
    counter('accountAtAddress', account, networks[0]),
    counter('account', account),
    ...networks.map((network, index) => {
      return { key: network, failuresBeforeWait: failuresOfNetworks[index] ?? 0, isReset: false };
    }),
  ];
}

/** Milliseconds. `excessCount` is 0 for the first failure that causes a wait. */
function delayAfter(excessCount: number): number {
  return excessCount < 0 ? 0 : Math.min(initialDelayMs * 2 ** Math.min(excessCount, 30), maxDelayMs);
}

/** A Map keeps insertion order, so its first key is the oldest entry. */
function setNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest);
}
