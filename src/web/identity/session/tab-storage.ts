/** The keys that the session uses in the session storage of the tab. */

export const sessionKey = 'room-status:session';
/** The keys of a sign-in that has begun. It can be completed until it is redeemed. */
export const signInKeyPrefix = 'room-status:sign-in:';

/** Deletes everything that this tab stores, for the next user. `keepsSignIn`: except for a sign-in that has begun. */
export function clearTabStorage(storage: Storage, { keepsSignIn }: { readonly keepsSignIn: boolean }): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (!keepsSignIn || !key.startsWith(signInKeyPrefix)) storage.removeItem(key);
}
