/**
 * The key of the text that was typed in forms when the session ended: the subject of the user, a space, and JSON.
 * Because of its prefix the text is kept during the login. A logout in this tab deletes it.
 */
export const typedTextKey = 'room-status:sign-in:typed-text';

/** Deletes the text of another user. Call it after a login, so that nobody sees text that somebody else has typed. */
export function removeTypedTextOfOthers(storage: Storage, subject: string): void {
  if (storage.getItem(typedTextKey)?.startsWith(`${subject} `) === false) storage.removeItem(typedTextKey);
}
