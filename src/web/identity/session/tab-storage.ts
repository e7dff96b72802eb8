/** The keys that the session uses in the session storage of the tab. */

export const sessionKey = 'room-status:session';
/** The prefix of the storage keys for a sign-in that has begun and is not completed. */
export const signInKeyPrefix = 'room-status:sign-in:';

/** Deletes the data of this tab before another user signs in. `keepsSignIn`: keeps a sign-in that has started. */
export function clearTabStorage(storage: Storage, { keepsSignIn }: { readonly keepsSignIn: boolean }): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (!keepsSignIn || !key.startsWith(signInKeyPrefix)) storage.removeItem(key);
}
