/**
 * Whether somebody has typed a name. Names from spreadsheets can have several spaces or a no-break space, which look like
 * one space, and file names of macOS have accents as characters of their own. Nobody can type either.
 */
export function isSameName(typed: string, name: string): boolean {
  return withTypedCharacters(typed) === withTypedCharacters(name);
}

function withTypedCharacters(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
