/** Formats the results as a Markdown table, with a list of all problems. */
import { textTable } from '../shared/text-table.ts';
import type { Result } from './run-fault.ts';

/** The heading of each column, and a function that returns the cell for a result. */
const columns: readonly (readonly [string, (result: Result) => string | number])[] = [
  ['environment', ({ environment }) => environment],
  ['fault', ({ fault }) => fault],
  ['rounds', ({ rounds }) => rounds],
  ['acknowledged', ({ acknowledgedCount }) => acknowledgedCount],
  ['lost', ({ lostCount }) => lostCount],
  ['duplicated', ({ duplicatedCount }) => duplicatedCount],
  ['falls sent', ({ fallCount }) => fallCount],
  ['not told, told twice, silently ended', (result) => alertCounts(result).join(', ')],
  ['alerts nobody was told of', ({ phoneAlerts }) => `${phoneAlerts.unreachedCount} of ${phoneAlerts.raisedCount}`],
  ['viewers correct', ({ correctViewers, viewerCount }) => `${correctViewers} of ${viewerCount}`],
  ['slowest recovery (s)', ({ recoveryMs }) => (recoveryMs === undefined ? 'never' : (recoveryMs / 1000).toFixed(1))],
  ['memory (MB)', ({ memoryMegabytes }) => memoryMegabytes],
  ['operator needed', ({ recoveryMs }) => (recoveryMs === undefined ? 'yes' : 'no')],
];

/** The columns of the environment `ha` only: the maximum times of all rounds. */
const outageColumns: typeof columns = [
  ['no primary (s)', ({ outages }) => maxSeconds(outages.map(({ withoutPrimaryMs }) => withoutPrimaryMs))],
  ['boards grey after (s)', ({ outages }) => maxSeconds(outages.map(({ greyMs }) => greyMs))],
  ['reports waited (s)', ({ outages }) => maxSeconds(outages.map(({ stalledMs }) => stalledMs))],
];

function maxSeconds(times: readonly (number | undefined)[]): string {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? '' : (Math.max(...known) / 1000).toFixed(1);
}

function columnsOf(results: readonly Result[]): typeof columns {
  return results.some(({ environment }) => environment === 'ha') ? [...columns, ...outageColumns] : columns;
}

function alertCounts({ notNotifiedCount, notifiedTwiceCount, silentlyEndedCount }: Result): readonly number[] {
  return [notNotifiedCount, notifiedTwiceCount, silentlyEndedCount];
}

export function isPassed(result: Result): boolean {
  const { lostCount, duplicatedCount, phoneAlerts, correctViewers, viewerCount, problems } = result;
  const isWithoutLoss = [lostCount, duplicatedCount, phoneAlerts.unreachedCount, ...alertCounts(result)].every(
    (count) => count === 0,
  );
  return isWithoutLoss && correctViewers === viewerCount && problems.length === 0;
}

export function tableOf(results: readonly Result[]): string {
  const shown = columnsOf(results);
  const headings = shown.map(([heading]) => heading);
  const problems = results.flatMap((result) =>
    result.problems.map((problem) => `- PROBLEM: ${result.environment}, ${result.fault}: ${problem}`),
  );
  return [
    textTable(
      headings,
      results.map((result) => shown.map(([, cellOf]) => String(cellOf(result)))),
    ),
    ...(problems.length > 0 ? ['', ...problems] : []),
  ].join('\n');
}

export function rowOf(result: Result): readonly string[] {
  return columnsOf([result]).map(([, cellOf]) => String(cellOf(result)));
}
