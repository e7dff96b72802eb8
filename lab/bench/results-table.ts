/** Formats the rows as the table of RESULTS.md. */
import { textTable } from '../shared/text-table.ts';
import type { Results } from './results.ts';
import { medianOf, ours, ratiosOf, type Row, valuesOf, verdictOf } from './row.ts';

const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export function tableOfRows(rows: readonly Row[]): string {
  return textTable(
    ['figure', 'unit', 'Room Status', 'CPU (µs)', 'peer', 'ratio', 'goal', 'verdict'],
    rows.map((row) => {
      const peers = row.measured.filter(({ subject }) => subject !== ours);
      const of = row.goal?.of ?? peers[0]?.subject;
      return [
        row.name,
        row.unit,
        spread(valuesOf(row, ours)),
        row.measured.flatMap(cpuText).join(', '),
        peers.map(({ subject, values }) => `${subject} ${spread(values)}`).join(', '),
        of === undefined ? '' : spread(ratiosOf(row, of)),
        goalText(row),
        row.goal === undefined ? '' : verdictOf(row),
      ];
    }),
  );
}

function cpuText({ subject, cpuUs }: Row['measured'][number]): string[] {
  if (cpuUs.length === 0) return [];
  const median = significant.format(medianOf(cpuUs));
  return [subject === ours ? median : `${subject} ${median}`];
}

/** Formats the median of the rounds, with the lowest and the highest value. */
function spread(values: readonly number[]): string {
  if (values.length === 0) return 'not measured';
  const median = significant.format(medianOf(values));
  const range = `${significant.format(Math.min(...values))} to ${significant.format(Math.max(...values))}`;
  return values.length === 1 ? median : `${median} (${range})`;
}

function goalText({ goal }: Row): string {
  if (goal === undefined) return '';
  const { atLeast, atMost, of } = goal;
  const limit = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
  return of === undefined ? limit : `${limit} of ${of}`;
}

/** Returns the whole text of RESULTS.md. */
export function documentOf(all: readonly Results[], allRows: readonly Row[]): string {
  const rows = allRows.filter(({ goal }) => goal !== undefined);
  const missed = rows.filter((row) => verdictOf(row) === 'missed');
  const parts = [
    '# Results of `npm run bench`',
    'Generated from lab/bench/results; see [README.md](README.md). Each value is the median of the rounds, with the lowest and the highest round in brackets. CPU is the processor time of the server for each unit of work. A ratio is ours divided by the peer’s.',
    tableOfRows(rows),
    '## Missed, and why',
    missed.length === 0 ? 'No goal is missed.' : listOfMissed(missed),
    '## How it was measured',
    ...all.map(({ bench, about, rounds, machine }) => `**${bench}** (${rounds} rounds, ${machine}): ${about}`),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Lists the reasons of missed goals. Rows with the same reason share a list item. */
function listOfMissed(rows: readonly Row[]): string {
  const byReason = Map.groupBy(rows, ({ reason = 'The reason is not known yet.' }) => reason);
  return [...byReason]
    .map(([reason, some]) => `- ${reason}\n${some.map(({ name }) => `  - ${name}`).join('\n')}`)
    .join('\n');
}
