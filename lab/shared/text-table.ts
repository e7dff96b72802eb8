/** Formats a Markdown table with aligned columns: text is left-aligned, numbers are right-aligned. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = headings.map((_heading, column) => rows.every((row) => /^([-+<]?\d.*|)$/.test(row[column] ?? '')));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => padded(cells[column] ?? '', width, isNumber[column] === true)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isNumber[column] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(headings), line(rule), ...rows.map(line)].join('\n');
}

function padded(text: string, width: number, isRight: boolean): string {
  return isRight ? text.padStart(width) : text.padEnd(width);
}

/**
 * Replaces the text between `<!-- measured -->` and the next `<!-- end -->` of a document. `mark`: another word for
 * `measured`. Throws when a mark is missing.
 */
export function fillDocument(text: string, table: string, mark = 'measured'): string {
  const marked = new RegExp(String.raw`(?<=<!-- ${mark} -->\n\n).*?(?=\n\n<!-- end -->)`, 's');
  if (!marked.test(text)) throw new Error(`the document has no <!-- ${mark} --> ... <!-- end -->`);
  return text.replace(marked, () => table);
}
