/** Erases the past of one room. Counts of its nights stay without the room. */
import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { ErasedHistory } from '../../../contract/history/erase-history.ts';
import { nightAt } from '../../../domain/history/nights/night.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { type LocalClock, localClockOf } from '../../../domain/local-time/local-clock.ts';
import { auditEntryOfRoom, type NamedRoom } from '../../audit/named-room.ts';
import { type AuditSource, recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { toSummaryColumn } from '../../database/night-table.ts';
import { forgetRooms, withoutRoom } from '../../maintenance/forget-rooms.ts';
import { deleteAlerts } from '../../maintenance/prune.ts';
import { countNight } from '../nights/count-night.ts';
import { timeZoneOf } from '../../shared/location-time.ts';
import {
  daysUntil,
  pastPauseEvents,
  reportsOfDay,
  type RoomPast,
  selectEndedAlertsOf,
  shownReportOf,
} from './erasable-rows.ts';

type Query = Database['query'];
type Counts = z.output<typeof ErasedHistory>;

const batchSize = 500;
/** Reports are stored between two batches. */
const pauseMs = 5;

/** Counts what `eraseHistory` would erase. */
export async function countErasable(query: Query, past: RoomPast): Promise<Counts> {
  const shown = await shownReportOf(query, past.stream);
  let [reports, first] = [0, past.before];
  for (const day of await daysUntil(query, past.before)) {
    const { count, oldest } = await reportsOfDay(query, past, day)
      .where('sequence', '!=', shown)
      .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('received_at').as('oldest')])
      .executeTakeFirstOrThrow();
    reports += Number(count);
    first = Math.min(first, oldest ?? first);
  }
  const nights = query
    .selectFrom('room_night')
    .where('stream_uuid', '=', past.stream)
    .where('to_at', '<=', past.before);
  return {
    from: reports === 0 ? null : toIsoTime(first),
    before: toIsoTime(past.before),
    reports,
    alerts: (await selectEndedAlertsOf(query, past).execute()).length,
    pauses: (await pastPauseEvents(query, past)).length,
    nights: (await nights.select('sequence').execute()).length,
  };
}

/**
 * Erases the past of a room. The audit event and the nights come first, in one transaction: a server that is stopped
 * has erased a part of what the event says, and no night is counted from half a log.
 */
export async function eraseHistory(database: Database, room: NamedRoom, before: number, source: AuditSource) {
  const { query } = database;
  const past = { stream: room.uuid, before };
  const counts = await countErasable(query, past);
  await query.transaction().execute(async (write) => {
    const after = { ...counts };
    await recordAudit(write, auditEntryOfRoom(source, room, { action: 'room.erase', after }));
    await keepCounts(write, past);
  });
  await deleteReports(query, past);
  for (let isMore = true; isMore; await sleep(pauseMs)) {
    const uuids = (await selectEndedAlertsOf(query, past).limit(batchSize).execute()).map((row) => row.alert_uuid);
    await deleteAlerts(query, uuids);
    isMore = uuids.length === batchSize;
  }
  await query.deleteFrom('room_note').where('stream_uuid', '=', room.uuid).where('at', '<', before).execute();
  const pauses = await pastPauseEvents(query, past);
  for (let done = 0; done < pauses.length; done += batchSize) {
    const batch = pauses.slice(done, done + batchSize);
    await query.deleteFrom('pause_event').where('sequence', 'in', batch).execute();
  }
  return counts;
}

async function deleteReports(query: Query, past: RoomPast): Promise<void> {
  const shown = await shownReportOf(query, past.stream);
  for (const day of await daysUntil(query, past.before)) {
    for (let isMore = true; isMore;) {
      const old = reportsOfDay(query, past, day).select('sequence').where('sequence', '!=', shown).limit(batchSize);
      const sequences = (await old.execute()).map(({ sequence }) => sequence);
      if (sequences.length > 0) {
        await query.deleteFrom('report').where('sequence', 'in', sequences).execute();
        await sleep(pauseMs);
      }
      isMore = sequences.length === batchSize;
    }
  }
}

/** Counts what is not counted yet, and takes the room from its nights. */
async function keepCounts(query: Query, { stream, before }: RoomPast): Promise<void> {
  const room = await query
    .selectFrom('stream')
    .select(['ward_uuid as ward', 'rules'])
    .where('uuid', '=', stream)
    .executeTakeFirstOrThrow();
  const clock = localClockOf(timeZoneOf(room.rules));
  const rows = await query
    .selectFrom('room_night')
    .select(['sequence', 'from_at as from', 'to_at as to'])
    .where('stream_uuid', '=', stream)
    .where(({ eb, ref }) => eb('counted', '<', ref('wanted')))
    .where('to_at', '<=', before)
    .execute();
  for (const { sequence, ...night } of rows) {
    const summary = toSummaryColumn(await countNight(query, { stream, clock, night }));
    await query.updateTable('room_night').set({ summary }).where('sequence', '=', sequence).execute();
  }
  await keepUnstoredNights(query, { stream, ward: room.ward, clock, before });
  while ((await forgetRooms(query, { stream, before, limit: batchSize })) === batchSize);
}

interface Unstored extends RoomPast {
  readonly ward: string;
  readonly clock: LocalClock;
}

/** The night that goes on at `before`, and the one before it, which may have no row yet. */
async function keepUnstoredNights(query: Query, unstored: Unstored): Promise<void> {
  const current = nightAt(unstored.clock, unstored.before);
  const previous = nightAt(unstored.clock, current.from - 1);
  const stored = await query
    .selectFrom('room_night')
    .select('sequence')
    .where('stream_uuid', '=', unstored.stream)
    .where('from_at', '>=', previous.from)
    .where('to_at', '<=', previous.to)
    .executeTakeFirst();
  if (stored === undefined) await keepPart(query, unstored, previous);
  await keepPart(query, unstored, { from: current.from, to: unstored.before });
  // What is left of the night is counted again.
  await query
    .updateTable('room_night')
    .set(({ eb }) => ({ wanted: eb('wanted', '+', 1), summary: null }))
    .where('stream_uuid', '=', unstored.stream)
    .where('from_at', '<', unstored.before)
    .where('to_at', '>', unstored.before)
    .execute();
}

/** An alert that goes on stays in the log, and is counted with the rest of the night. */
async function keepPart(query: Query, { stream, ward, clock, before }: Unstored, night: TimeSpan): Promise<void> {
  const summary = withoutRoom(await countNight(query, { stream, clock, night }));
  const alerts = summary.alerts.filter(({ raisedAt, endedMs }) => endedMs !== null && raisedAt + endedMs < before);
  if (alerts.length === 0) return;
  // Without a wanted count it is no night of the ward, and the other rooms still get their rows.
  const counts = { wanted: 0, counted: 0, summary: toSummaryColumn({ ...summary, alerts }) };
  await query
    .insertInto('room_night')
    .values({ stream_uuid: null, ward_uuid: ward, from_at: night.from, to_at: night.to, ...counts })
    .execute();
}
