/** The results for people, as a table of Markdown. */
import type { Result } from './run-violence.ts';

const headings = [
  'set-up',
  'violence',
  'times',
  'acknowledged',
  'lost',
  'doubled',
  'boards right',
  'longest to right (s)',
  'memory (MB)',
  'human needed',
];

export function isWell({ lost, doubled, boards, allBoards, findings }: Result): boolean {
  return lost === 0 && doubled === 0 && boards === allBoards && findings.length === 0;
}

export function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.setUp,
    result.violence,
    String(result.rounds),
    String(result.acknowledged),
    String(result.lost),
    String(result.doubled),
    `${result.boards} of ${result.allBoards}`,
    result.convergedMs === undefined ? 'never' : (result.convergedMs / 1000).toFixed(1),
    String(result.memoryMegabytes),
    result.convergedMs === undefined ? 'yes' : 'no',
  ]);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const findings = results.flatMap(({ setUp, violence, findings: found, notes }) => [
    ...found.map((finding) => `- WRONG: ${setUp}, ${violence}: ${finding}`),
    ...notes.map((note) => `- ${setUp}, ${violence}: ${note}`),
  ]);
  return [line(headings), rule, ...rows.map(line), ...(findings.length > 0 ? ['', ...findings] : [])].join('\n');
}
