/** What the list of a history shows, by time. */
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import type { History, PastAlert, ShownPeriod } from './history.ts';

type Pause = History['pauses'][number];
type UnshownReport = History['unshownReports'][number];

/** An entry of the list. `at`: when it began, in epoch milliseconds. */
export type HistoryEntry = { readonly key: string; readonly at: number } & (
  | { readonly kind: 'status'; readonly period: ShownPeriod }
  | { readonly kind: 'alert'; readonly alert: PastAlert }
  | { readonly kind: 'pause'; readonly pause: Pause }
  | { readonly kind: 'gap'; readonly to: number }
  | { readonly kind: 'unshown'; readonly report: UnshownReport }
);

/** The entries that touch a time span, the newest first. What began at the same moment has the order of this list. */
export function entriesOf(history: History, { from, to }: TimeSpan): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [
    ...history.alerts.map((alert) => {
      const at = Date.parse(alert.raisedAt);
      return { kind: 'alert', key: alert.uuid, at, alert } as const;
    }),
    ...history.pauses.map((pause) => ({ kind: 'pause', key: `pause ${pause.from}`, at: pause.from, pause }) as const),
    ...history.gaps.map(({ from: at, to: end }) => ({ kind: 'gap', key: `gap ${at}`, at, to: end }) as const),
    ...history.unshownReports.map((report, index) => {
      return { kind: 'unshown', key: `unshown ${report.at} ${index}`, at: report.at, report } as const;
    }),
    ...history.periods
      .map(
        (period) =>
          ({
            kind: 'status',
            key: `status ${period.from} ${period.status} ${period.to}`,
            at: period.from,
            period,
          }) as const,
      )
      .toReversed(),
  ];
  return entries.filter((entry) => entry.at < to && endOf(entry) >= from).toSorted((one, other) => other.at - one.at);
}

function endOf(entry: HistoryEntry): number {
  switch (entry.kind) {
    case 'status':
      return entry.period.to;
    case 'gap':
      return entry.to;
    case 'alert':
      return entry.alert.endedAt === null ? Infinity : Date.parse(entry.alert.endedAt);
    case 'pause':
      return entry.pause.to ?? Infinity;
    case 'unshown':
      return entry.at;
  }
}
