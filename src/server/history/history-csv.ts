/** Writes the history of a room as CSV. */
import { stringify } from 'csv-stringify/sync';
import type * as z from 'zod/mini';
import type { RoomHistory } from '../../contract/history/room-history.ts';
import type { AlertActor } from '../../domain/alerts/alert.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { escapeCell } from '../shared/csv-cell.ts';

type History = z.output<typeof RoomHistory>;

interface Row {
  readonly kind: 'status' | 'gap' | 'not-shown' | 'alert' | 'pause';
  readonly from: string;
  /** Null: it goes on, or it is a moment. */
  readonly to: string | null;
  readonly status?: number;
  readonly detail: string;
}

/** The rows of the history by time. Times are in UTC. A row of an alert lists its steps as `event time name`. */
export function writeHistoryCsv(history: History): string {
  const rows = rowsOf(history).toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
  const names = ['room', 'kind', 'from', 'to', 'seconds', 'status_code', 'status', 'detail'];
  const cells = rows.map(({ kind, from, to, status, detail }) => [
    history.displayName,
    kind,
    from,
    to ?? '',
    to === null ? '' : String((Date.parse(to) - Date.parse(from)) / 1_000),
    status === undefined ? '' : String(status),
    status === undefined ? '' : statusOfCode(status).name,
    detail,
  ]);
  // A status code may be -1, which is no formula.
  const escaped = cells.map((row) => row.map((cell) => (/^-?\d+$/.test(cell) ? cell : escapeCell(cell))));
  // RFC 4180 and spreadsheets end a row with CR LF.
  return stringify([names, ...escaped], { record_delimiter: 'windows' });
}

function rowsOf({ statuses, gaps, unshownReports, alerts, pauses }: History): readonly Row[] {
  return [
    ...statuses.map(
      ({ roomStatus, from, to }) => ({ kind: 'status', from, to, status: roomStatus, detail: '' }) as const,
    ),
    ...gaps.map(({ from, to }) => ({ kind: 'gap', from, to, detail: 'no server ran' }) as const),
    ...unshownReports.map(({ roomStatus, at, receivedAt, reason }) => {
      return { kind: 'not-shown', from: at, to: null, status: roomStatus, detail: `${reason} ${receivedAt}` } as const;
    }),
    ...alerts.map((alert) => {
      const { startedAt, endedAt, status } = alert;
      return { kind: 'alert', from: startedAt, to: endedAt, status, detail: detailOf(alert) } as const;
    }),
    ...pauses.map(({ from, to, by }) => ({ kind: 'pause', from, to, detail: nameOf(by) }) as const),
  ];
}

function detailOf({ steps, resolution, note, isTest }: History['alerts'][number]): string {
  const parts = steps.map(({ event, at, by }) => [event, at, nameOf(by)].filter(Boolean).join(' '));
  return [...(isTest ? ['test'] : []), ...parts, resolution, note].filter(Boolean).join('; ');
}

function nameOf(by: AlertActor): string {
  return by.kind === 'user' ? (by.displayName ?? by.subject) : by.kind;
}
