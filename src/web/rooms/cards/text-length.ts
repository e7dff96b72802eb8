/** How much text a card has to hold: it is as large as its length allows, and the card as high as all others. */

export type TextLength = 'short' | 'long' | 'longest';

/** In one line, in two, or in three of the smallest letters: names often differ in their end alone. */
export function nameLength(name: string): TextLength {
  if (name.length <= 20) return 'short';
  return name.length <= 44 ? 'long' : 'longest';
}

/** `signs`: how many stand before the word, each as wide as three letters. */
export function statusLength(word: string, signs: number): TextLength {
  return word.length + 3 * signs <= 18 ? 'short' : 'long';
}
