/** Formats rows as text, or returns `emptyText` if there is none. Each column is as wide as its widest cell. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[], emptyText = ''): string {
  if (rows.length === 0) return emptyText;
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
