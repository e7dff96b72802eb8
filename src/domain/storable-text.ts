/**
 * Whether every database stores the text unchanged. PostgreSQL refuses NUL characters. In UTF-8 an unpaired surrogate
 * becomes a replacement character, so two different texts would become equal.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
