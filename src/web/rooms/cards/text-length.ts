/** Assigns texts to length classes, so that the style sheets can choose a letter size that fits a card of fixed height. */

/** `short` fits one line of large letters, `long` two lines, `longest` three lines of the smallest letters. */
export type TextLength = 'short' | 'long' | 'longest';

/** The length class of a room name. Room names are never cut, because they often differ only at their end. */
export function nameLength(name: string): TextLength {
  if (name.length <= 20) return 'short';
  return name.length <= 44 ? 'long' : 'longest';
}

/** The length class of a status name. `signCount`: the signs before the name; each is as wide as three letters. */
export function statusLength(statusName: string, signCount: number): TextLength {
  return statusName.length + 3 * signCount <= 18 ? 'short' : 'long';
}
