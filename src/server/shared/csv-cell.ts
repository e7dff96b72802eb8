/** Cells of CSV files that people open in a spreadsheet. */

/** Matches a cell that a spreadsheet would run as a formula, also if apostrophes precede the formula. */
const looksLikeFormula = /^'*[=+\-@\t\r＝＋－＠]/;
const isEscaped = /^'+[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe in front of a formula. `'=1` gets a second apostrophe, so that `unescapeCell` restores every text. */
export function escapeCell(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

export function unescapeCell(cell: string): string {
  return isEscaped.test(cell) ? cell.slice(1) : cell;
}
