/**
 * Whether every database stores the text unchanged. PostgreSQL refuses NUL characters. An unpaired surrogate
 * becomes a replacement character in UTF-8, so that two different texts would become equal.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
