/**
 * Slows down the guessing of passwords. Five failures are free, then each costs a longer wait, never
 * more than a quarter of an hour, so nobody is ever locked out for good.
 *
 * Three counts: of an account from one address; of an address over all accounts (a care home
 * often shares one); of an account from all addresses, which does not hold for an address that
 * account has lately signed in from: a stranger's guessing must not keep the nurse at her own desk out.
 */
import { networkOf } from '../../http/client-address.ts';

export interface SignInBackoff {
  /**
   * Asks for leave to try a password. 0: go ahead; the attempt counts as failed until `succeeded`
   * is called, so that a hundred at once are not all free. Otherwise: milliseconds to wait.
   */
  attempt(account: string, address: string): number;
  succeeded(account: string, address: string): void;
}

interface Count {
  readonly failures: number;
  readonly lastFailureAt: number;
  readonly blockedUntil: number;
}

const freeFailures = { accountAtAddress: 5, account: 10, address: 20 };
const firstDelayMs = 30_000;
const longestDelayMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;
const trustedForMs = 30 * 24 * 60 * 60_000;
/** Of the oldest beyond this many, nothing is remembered: memory is bounded whoever knocks. */
const mostRemembered = 20_000;
/** A form takes names of any length; so much of one is enough to count it. Characters. */
const longestAccount = 100;

type Kind = keyof typeof freeFailures;

export function createSignInBackoff(now: () => number): SignInBackoff {
  const counts = new Map<string, Count>();
  const signedInAt = new Map<string, number>();

  function countOf(key: string): Count {
    const known = counts.get(key);
    const isForgotten = known === undefined || now() - known.lastFailureAt > forgottenAfterMs;
    return isForgotten ? { failures: 0, lastFailureAt: now(), blockedUntil: 0 } : known;
  }

  function keysFor(name: string, sender: string): Readonly<Record<Kind, string>> {
    const address = networkOf(sender);
    const account = name.slice(0, longestAccount);
    return {
      accountAtAddress: `pair ${JSON.stringify([account, address])}`,
      account: `account ${account}`,
      address: `address ${address}`,
    };
  }

  function kindsThatCount(keys: Readonly<Record<Kind, string>>): readonly Kind[] {
    const trustedSince = signedInAt.get(keys.accountAtAddress);
    const isTrusted = trustedSince !== undefined && now() - trustedSince < trustedForMs;
    return isTrusted ? ['accountAtAddress', 'address'] : ['accountAtAddress', 'address', 'account'];
  }

  return {
    attempt(account, address) {
      const keys = keysFor(account, address);
      const kinds = kindsThatCount(keys);
      const waitMs = Math.max(...kinds.map((kind) => countOf(keys[kind]).blockedUntil - now()));
      // Nothing is written down of it: whoever has to wait could else fillPlaceholders the memory, and empty it of others.
      if (waitMs > 0) return waitMs;
      for (const kind of kinds) {
        const failures = countOf(keys[kind]).failures + 1;
        const blockedUntil = now() + delayAfter(failures - freeFailures[kind]);
        remember(counts, keys[kind], { failures, lastFailureAt: now(), blockedUntil });
      }
      return 0;
    },

    succeeded(account, address) {
      const keys = keysFor(account, address);
      counts.delete(keys.accountAtAddress);
      counts.delete(keys.account);
      // Only this attempt is taken back: an own account must not wash an address clean.
      const atAddress = countOf(keys.address);
      const failures = Math.max(0, atAddress.failures - 1);
      remember(counts, keys.address, { ...atAddress, failures, blockedUntil: 0 });
      remember(signedInAt, keys.accountAtAddress, now());
    },
  };
}

/** Milliseconds; `beyond` counts the failures after the free ones, 0 being the last free one. */
function delayAfter(beyond: number): number {
  return beyond < 0 ? 0 : Math.min(firstDelayMs * 2 ** Math.min(beyond, 30), longestDelayMs);
}

/** As the newest one. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostRemembered && oldest !== undefined) map.delete(oldest);
}
