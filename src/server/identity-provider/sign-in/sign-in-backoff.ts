/**
 * Rate limit against password guessing: exponential backoff after failed sign-ins. The wait never exceeds
 * 15 minutes, so no account is locked for good.
 *
 * It counts the failures of an account at one address, of an address over all accounts (a care home often shares
 * one address), and of an account over all addresses. The last count does not apply to an address where the
 * account signed in recently: an attacker elsewhere must not keep a nurse out at her own desk.
 */
import { networkOf } from '../../http/client-address.ts';

export type SignInBackoff = ReturnType<typeof createSignInBackoff>;

interface Failures {
  readonly count: number;
  readonly lastAt: number;
  readonly blockedUntil: number;
}

/** How many failures cause no wait. The failure with this number is the first one after which the next attempt waits. */
const failuresBeforeWait = { accountAtAddress: 5, address: 20, account: 10 };
const initialDelayMs = 30_000;
const maxDelayMs = 15 * 60_000;
const resetAfterMs = 60 * 60_000;
const trustedAddressMs = 30 * 24 * 60 * 60_000;
/** The maximum number of remembered entries. Beyond it the oldest entry is dropped. */
const maxEntries = 20_000;
/** Longer account names are cut before they are used as a key. Characters. */
const maxAccountLength = 100;

type Kind = keyof typeof failuresBeforeWait;
type Keys = Readonly<Record<Kind, string>>;

export function createSignInBackoff(now: () => number) {
  const failures = new Map<string, Failures>();
  const signedInAt = new Map<string, number>();

  function failuresOf(key: string): Failures {
    const known = failures.get(key);
    const isReset = known === undefined || now() - known.lastAt > resetAfterMs;
    return isReset ? { count: 0, lastAt: now(), blockedUntil: 0 } : known;
  }

  function kindsFor(keys: Keys): readonly Kind[] {
    const trustedSince = signedInAt.get(keys.accountAtAddress);
    const isTrusted = trustedSince !== undefined && now() - trustedSince < trustedAddressMs;
    return isTrusted ? ['accountAtAddress', 'address'] : ['accountAtAddress', 'address', 'account'];
  }

  return {
    /**
     * Call before a password is checked. Returns 0 when the check may go on, otherwise the milliseconds to wait.
     * The attempt counts as failed until `recordSuccess`, so that parallel attempts count too.
     */
    startAttempt(account: string, address: string): number {
      const keys = keysOf(account, address);
      const kinds = kindsFor(keys);
      const waitMs = Math.max(...kinds.map((kind) => failuresOf(keys[kind]).blockedUntil - now()));
      // A blocked attempt is not stored. Otherwise a flood of attempts could push other entries out of the map.
      if (waitMs > 0) return waitMs;
      for (const kind of kinds) {
        const count = failuresOf(keys[kind]).count + 1;
        const blockedUntil = now() + delayAfter(count - failuresBeforeWait[kind]);
        setNewest(failures, keys[kind], { count, lastAt: now(), blockedUntil });
      }
      return 0;
    },

    recordSuccess(account: string, address: string): void {
      const keys = keysOf(account, address);
      failures.delete(keys.accountAtAddress);
      failures.delete(keys.account);
      // Removes only this attempt. Otherwise an attacker could reset the failures of an address with an own account.
      const atAddress = failuresOf(keys.address);
      const count = Math.max(0, atAddress.count - 1);
      setNewest(failures, keys.address, { ...atAddress, count, blockedUntil: 0 });
      setNewest(signedInAt, keys.accountAtAddress, now());
    },
  };
}

function keysOf(accountName: string, senderAddress: string): Keys {
  const address = networkOf(senderAddress);
  const account = accountName.slice(0, maxAccountLength);
  return {
    accountAtAddress: `pair ${JSON.stringify([account, address])}`,
    account: `account ${account}`,
    address: `address ${address}`,
  };
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
