/** Writes the history of a room, of a ward, and the nights of a room as CSV. */
import type * as z from 'zod/mini';
import type { RoomHistory, WardHistory } from '../../contract/history/room-history.ts';
import type { RoomNights } from '../../contract/history/room-nights.ts';
import type { AlertActor } from '../../domain/alerts/alert.ts';
import { activities } from '../../domain/history/nights/activity.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { writeCsv } from '../shared/csv.ts';

type History = z.output<typeof RoomHistory>;

interface Row {
  /** The name of the room. Empty: the row is about all rooms. */
  readonly room: string;
  readonly kind: 'status' | 'gap' | 'not-shown' | 'alert' | 'pause' | 'incomplete';
  readonly from: string;
  /** Null: it goes on, or it is a moment. */
  readonly to: string | null;
  readonly status?: number;
  readonly detail: string;
}

/**
 * The rows of the history by time. Times are in UTC. A row of an alert lists its steps as
 * `event time name`, and the messages about it as `message time outcome reason name`. Without a
 * page for the rest, the last row says from when on the file is incomplete.
 */
export function writeHistoryCsv(history: History): string {
  return writeRows(rowsOf(history), history.next);
}

/** The same columns for all rooms of a ward. A time without a server has no room. */
export function writeWardHistoryCsv({ rooms, gaps, next }: z.output<typeof WardHistory>): string {
  const ofRooms = rooms.flatMap((room) => rowsOf({ ...room, gaps: [], unshownReports: [], pauses: [] }));
  return writeRows([...ofRooms, ...gaps.map((gap) => gapRow('', gap))], next);
}

function writeRows(unsorted: readonly Row[], next: string | null): string {
  const sorted = unsorted.toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
  const rows = next === null ? sorted : [...sorted, incompleteRow(next)];
  const names = ['room', 'kind', 'from', 'to', 'seconds', 'status_code', 'status', 'detail'];
  const cells = rows.map(({ room, kind, from, to, status, detail }) => [
    room,
    kind,
    from,
    to ?? '',
    to === null ? '' : String((Date.parse(to) - Date.parse(from)) / 1_000),
    status === undefined ? '' : String(status),
    status === undefined ? '' : statusOfCode(status).name,
    detail,
  ]);
  return writeCsv(names, cells);
}

function incompleteRow(next: string): Row {
  return { room: '', kind: 'incomplete', from: next, to: null, detail: 'too long for one file, export from this time' };
}

/** One row for each night, the latest first. The numbers count in the hours of sleep, the alerts from noon to noon. */
export function writeNightsCsv({ displayName, nights }: z.output<typeof RoomNights>): string {
  const seconds = activities.map((activity) => `${activity}_seconds`);
  const sleep = ['bed_exits', 'bathroom_visits', 'restless_count', 'max_out_of_bed_seconds', ...seconds];
  const names = ['room', 'from', 'to', 'sleep_from', 'sleep_to', ...sleep, 'is_comparable', 'alerts'];
  const rows = nights.map((night) => {
    const { from, to, numbers } = night;
    const counts = [numbers.bedExits, numbers.bathroomVisits, numbers.restlessCount, numbers.maxOutOfBedSeconds];
    const cells = [...counts, ...activities.map((activity) => numbers.seconds[activity])].map(String);
    const last = [String(night.isComparable), String(night.alerts.length)];
    return [displayName, from, to, night.sleep.from, night.sleep.to, ...cells, ...last];
  });
  return writeCsv(names, rows);
}

type RoomPart = Pick<History, 'displayName' | 'statuses' | 'gaps' | 'unshownReports' | 'alerts' | 'pauses'>;

function gapRow(room: string, { from, to }: History['gaps'][number]): Row {
  return { room, kind: 'gap', from, to, detail: 'no server ran' };
}

function rowsOf({ displayName: room, statuses, gaps, unshownReports, alerts, pauses }: RoomPart): readonly Row[] {
  return [
    ...statuses.map(
      ({ roomStatus, from, to }) => ({ room, kind: 'status', from, to, status: roomStatus, detail: '' }) as const,
    ),
    ...gaps.map((gap) => gapRow(room, gap)),
    ...unshownReports.map(({ roomStatus: status, at: from, receivedAt, reason }) => {
      return { room, kind: 'not-shown', from, to: null, status, detail: `${reason} ${receivedAt}` } as const;
    }),
    ...alerts.map((alert) => {
      const { startedAt, endedAt, status } = alert;
      return { room, kind: 'alert', from: startedAt, to: endedAt, status, detail: detailOf(alert) } as const;
    }),
    ...pauses.map(({ from, to, by }) => ({ room, kind: 'pause', from, to, detail: nameOf(by) }) as const),
  ];
}

function detailOf({ steps, notices, resolution, note, isTest }: History['alerts'][number]): string {
  const events = [
    ...steps.map(({ event, at, by }) => ({ at, text: [event, at, nameOf(by)].filter(Boolean).join(' ') })),
    ...notices.map(({ at, recipient, name, outcome, reason }) => {
      const to = recipient === 'nobody' ? 'nobody' : (name ?? recipient);
      return { at, text: ['message', at, outcome, reason === 'nobody' ? '' : reason, to].filter(Boolean).join(' ') };
    }),
  ];
  const parts = events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).map(({ text }) => text);
  return [...(isTest ? ['test'] : []), ...parts, resolution, note].filter(Boolean).join('; ');
}

function nameOf(by: AlertActor): string {
  return by.kind === 'user' ? (by.displayName ?? by.subject) : by.kind;
}
