/** What a room showed over time, from its report log. */
import type { ReportEffect } from '../ingest/report-rules.ts';

/** An entry of the report log. Times are epoch milliseconds. */
export interface LoggedReport {
  readonly status: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly effect: ReportEffect;
}

/** An entry of the log with the effect `applied`. */
export type ShownReport = Pick<LoggedReport, 'status' | 'at'>;

/** A time during which a room showed one status, in epoch milliseconds. `to` is not part of it. */
export interface StatusPeriod {
  readonly status: number;
  readonly from: number;
  readonly to: number;
}

/** A report that was logged and never shown, because it arrived late or while the room was unreachable. */
export type UnshownReport = LoggedReport & { readonly effect: 'late' | 'unreachable' };

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The statuses that a room showed in a time span, in the order of the log. `before`: the status at its beginning. Null:
 * the room had reported nothing, so the periods begin with the first report. Every other moment of the span is in a
 * period. A status that another one replaced at once has a period of length 0, so that no report disappears.
 */
export function statusPeriodsOf(
  entries: readonly ShownReport[],
  before: number | null,
  { from, to }: TimeSpan,
): readonly StatusPeriod[] {
  const changes: { readonly status: number; readonly since: number; readonly isEarlier: boolean }[] = [];
  if (before !== null) changes.push({ status: before, since: from, isEarlier: true });
  for (const { status, at } of entries.filter((entry) => entry.at < to)) {
    const last = changes.at(-1);
    // An entry of the watchdog can be older than its predecessor. The card showed it after that one.
    const since = Math.max(at, last?.since ?? from);
    if (status !== last?.status) changes.push({ status, since, isEarlier: at < from });
  }
  return changes.flatMap(({ status, since, isEarlier }, index) => {
    const end = changes[index + 1]?.since ?? to;
    // What ended before the span is no part of it.
    return isEarlier && end === from ? [] : [{ status, from: since, to: end }];
  });
}

/** The periods without the times in which no server ran: what the rooms showed then is not known. */
export function withoutGaps(periods: readonly StatusPeriod[], gaps: readonly TimeSpan[]): readonly StatusPeriod[] {
  return gaps.reduce(
    (left, gap) =>
      left.flatMap((period) => {
        if (period.to <= gap.from || period.from >= gap.to) return [period];
        const parts = [
          { ...period, to: gap.from },
          { ...period, from: gap.to },
        ];
        return parts.filter(({ from, to }) => from < to);
      }),
    periods,
  );
}

/** The reports whose event is in the time span and that the card never showed, by the time of the event. */
export function unshownReportsOf(entries: readonly LoggedReport[], { from, to }: TimeSpan): readonly UnshownReport[] {
  return entries
    .flatMap((entry) => {
      const { effect, at } = entry;
      return (effect === 'late' || effect === 'unreachable') && at >= from && at < to ? [{ ...entry, effect }] : [];
    })
    .toSorted((one, other) => one.at - other.at);
}
