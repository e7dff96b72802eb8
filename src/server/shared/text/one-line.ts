/**
 * Whether a name is one line of plain text, without control characters, line breaks, or characters that reverse the
 * direction of the text around it (Unicode bidirectional overrides, embeddings and isolates).
 */
export function isOneLine(name: string): boolean {
  return !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(name) && name.isWellFormed();
}

export const oneLineReason =
  'must be one line of text without control characters or characters that reverse the text direction';
