/** The results as a Markdown table, with a list of all problems. */
import { textTable } from '../shared/text-table.ts';
import type { Result } from './run-fault.ts';

const headings = [
  'environment',
  'fault',
  'rounds',
  'acknowledged',
  'lost',
  'duplicated',
  'viewers correct',
  'slowest recovery (s)',
  'memory (MB)',
  'operator needed',
];

export function isPassed({ lostCount, duplicatedCount, correctViewers, viewerCount, problems }: Result): boolean {
  return lostCount === 0 && duplicatedCount === 0 && correctViewers === viewerCount && problems.length === 0;
}

export function tableOf(results: readonly Result[]): string {
  const problems = results.flatMap((result) =>
    result.problems.map((problem) => `- PROBLEM: ${result.environment}, ${result.fault}: ${problem}`),
  );
  return [textTable(headings, results.map(rowOf)), ...(problems.length > 0 ? ['', ...problems] : [])].join('\n');
}

export function rowOf(result: Result): readonly string[] {
  return [
    result.environment,
    result.fault,
    String(result.rounds),
    String(result.acknowledgedCount),
    String(result.lostCount),
    String(result.duplicatedCount),
    `${result.correctViewers} of ${result.viewerCount}`,
    result.recoveryMs === undefined ? 'never' : (result.recoveryMs / 1000).toFixed(1),
    String(result.memoryMegabytes),
    result.recoveryMs === undefined ? 'yes' : 'no',
  ];
}
