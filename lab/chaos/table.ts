/** The results for people, as a table of Markdown and what there is to say about it. */
import { textTable } from '../shared/text-table.ts';
import type { Result } from './run-fault.ts';

const headings = [
  'set-up',
  'fault',
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
  const notes = results.flatMap(({ environment, fault, findings: found, notes: said }) => [
    ...found.map((finding) => `- WRONG: ${environment}, ${fault}: ${finding}`),
    ...said.map((note) => `- ${environment}, ${fault}: ${note}`),
  ]);
  return [textTable(headings, results.map(rowOf)), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

export function rowOf(result: Result): readonly string[] {
  return [
    result.environment,
    result.fault,
    String(result.rounds),
    String(result.acknowledged),
    String(result.lost),
    String(result.doubled),
    `${result.boards} of ${result.allBoards}`,
    result.convergedMs === undefined ? 'never' : (result.convergedMs / 1000).toFixed(1),
    String(result.memoryMegabytes),
    result.convergedMs === undefined ? 'yes' : 'no',
  ];
}
