/** Reads what was recorded about rooms, in pages that a query reads without delaying other work. */
import type { Database } from '../../database/database.ts';
import { isIn } from '../../database/is-in.ts';
import { parseAlert } from '../../database/open-alerts.ts';
import { ownKeyIds } from '../../database/own-key-ids.ts';
import { reportEffectOf } from '../../database/report-effect.ts';
import type { RecordedEvent, RecordedReport } from './recorded.ts';

type LogDatabase = Pick<Database, 'kind' | 'query'>;

/**
 * Entries of the log that one query goes through. They are of all rooms, because the log has no index by room.
 * 2,000 of them hold the event loop for twice as long, and take 6% less processor time.
 */
const pageSize = 500;

export interface LogPage {
  readonly reports: readonly RecordedReport[];
  /** Those since the previous page, by time. */
  readonly events: readonly RecordedEvent[];
}

export interface LogStart {
  /** Reading starts after this entry. */
  readonly sequence: number;
  /** Everything since then is read. Epoch milliseconds. */
  readonly from: number;
  /** The newest entry. */
  readonly newest: number;
}

/** The start of the log since `from`, or of its newest `maxEntries` entries. Undefined: there are none. */
export async function findLogStart({ query }: LogDatabase, from: number, maxEntries: number) {
  const entries = query.selectFrom('report').select(['sequence', 'received_at as receivedAt']).limit(1);
  const newest = await entries.orderBy('sequence', 'desc').executeTakeFirst();
  const oldest = await entries.where('received_at', '>=', from).orderBy('received_at').executeTakeFirst();
  if (newest === undefined || oldest === undefined) return undefined;
  const end = { newest: newest.sequence };
  if (newest.sequence - oldest.sequence < maxEntries) return { sequence: oldest.sequence - 1, from, ...end };
  const sequence = newest.sequence - maxEntries;
  const first = await entries.where('sequence', '>', sequence).orderBy('sequence').executeTakeFirst();
  return first && { sequence, from: first.receivedAt, ...end };
}

/** The pages in the order in which the entries were written, until the time of receipt `to`. Epoch milliseconds. */
export async function* readLog(
  database: LogDatabase,
  uuids: ReadonlySet<string>,
  start: LogStart,
  to: number,
): AsyncGenerator<LogPage> {
  let { sequence, from } = start;
  for (let isLast = false; !isLast;) {
    const rows = await readReports(database, uuids, sequence);
    const newestAt = rows.at(-1)?.receivedAt ?? from;
    sequence += pageSize;
    isLast = sequence >= start.newest || newestAt > to;
    const range = { from, to: isLast ? to : Math.max(from, newestAt) };
    const wanted = rows.filter(({ receivedAt }) => receivedAt <= to);
    const events = [...(await readPauses(database, uuids, range)), ...(await readAlertEvents(database, uuids, range))];
    yield { reports: wanted.map(recordedReport), events: events.toSorted((one, other) => one.at - other.at) };
    from = range.to + 1;
  }
}

function readReports({ kind, query }: LogDatabase, uuids: ReadonlySet<string>, after: number) {
  return query
    .selectFrom('report')
    .select(['stream_uuid as streamUUID', 'status', 'notification', 'at', 'received_at as receivedAt'])
    .select(['report_id as reportId', 'device_key_id as keyId', 'effect'])
    .where('sequence', '>', after)
    .where('sequence', '<=', after + pageSize)
    .where(isIn(kind, 'stream_uuid', [...uuids]))
    .orderBy('sequence')
    .execute();
}

type ReportRow = Awaited<ReturnType<typeof readReports>>[number];

function recordedReport({ streamUUID, status, notification, at, receivedAt, reportId, keyId, effect }: ReportRow) {
  const by = keyId === ownKeyIds.watchdog ? 'watchdog' : keyId === ownKeyIds.debounce ? 'debounce' : 'sender';
  const entry = { streamUUID, status, notification: notification === 1, at, receivedAt, hasId: reportId !== null };
  return { ...entry, by, effect: reportEffectOf(effect) } as const satisfies RecordedReport;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

async function readAlertEvents({ kind, query }: LogDatabase, uuids: ReadonlySet<string>, { from, to }: Range) {
  const rows = await query
    .selectFrom('alert_event')
    .select(['stream_uuid as streamUUID', 'at', 'event', 'alert'])
    .where('at', '>=', from)
    .where('at', '<=', to)
    .where(isIn(kind, 'stream_uuid', [...uuids]))
    .orderBy('sequence')
    .execute();
  return rows.map(({ streamUUID, at, event, alert }): RecordedEvent => {
    return { kind: 'alert', streamUUID, at, transition: { event, alert: parseAlert(alert) } };
  });
}

async function readPauses({ kind, query }: LogDatabase, uuids: ReadonlySet<string>, { from, to }: Range) {
  const rows = await query
    .selectFrom('pause_event')
    .select(['stream_uuid as streamUUID', 'at', 'ends_at as until'])
    .where('at', '>=', from)
    .where('at', '<=', to)
    // A pause whose time is over ends in the replay by itself.
    .where('event', '<>', 'ended')
    .where(isIn(kind, 'stream_uuid', [...uuids]))
    .orderBy('sequence')
    .execute();
  return rows.map((row): RecordedEvent => ({ kind: 'pause', ...row }));
}
