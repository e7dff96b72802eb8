/** A Markdown page with the screenshots of all screens. */
export function screensPage(names: readonly string[], widths: readonly string[], themes: readonly string[]): string {
  const columns = widths.flatMap((width) => themes.map((theme) => ({ width, theme })));
  const sections = names.map((name) => {
    const pictures = columns.map(
      ({ width, theme }) =>
        `[<img src="${name}-${width}-${theme}.png" alt="${name}, ${width}, ${theme}" height="300">](${name}-${width}-${theme}.png)`,
    );
    return `## ${name}\n\n${pictures.join('\n')}\n`;
  });
  return `# Screens\n\n\`npm run screens\` takes these pictures from the running product. See [translations](../translations.md) for the texts.\n\n${sections.join('\n')}`;
}
