/** What the system status reads from the database. */
import type { ExpressionBuilder } from 'kysely';
import * as z from 'zod/mini';
import { ProcessStatus } from '../../../../contract/manage/status.ts';
import { batteryShownForMs, lowBatteryPercent } from '../../../../domain/battery-and-signal.ts';
import { unreachableStatus } from '../../../../domain/ingest/online.ts';
import { isoTime } from '../../../../domain/iso-time.ts';
import type { Database } from '../../../database/database.ts';
import type { Schema } from '../../../database/schema.ts';

type Query = Database['query'];

const maxListedRooms = 100;
/** A process that was killed is reported as missing for this long, unless it starts again. */
const forgetProcessAfterMs = 3_600_000;

/** The other processes on the same database. */
export async function readOtherProcesses(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  ownName: string,
  now: number,
): Promise<readonly z.infer<typeof ProcessStatus>[]> {
  if (kind === 'sqlite') return [];
  await query
    .deleteFrom('server_process')
    .where('seen_at', '<', now - forgetProcessAfterMs)
    .execute();
  const rows = await query.selectFrom('server_process').select('facts').where('name', '<>', ownName).execute();
  // Another build may write other facts.
  return rows.flatMap(({ facts }) => z.safeParse(ProcessStatus, JSON.parse(facts)).data ?? []);
}

/**
 * The number of rooms that are not INACTIVE, of those that send nothing and since when all of these do, and those that
 * became silent last by name.
 */
export async function readRooms(query: Query) {
  const active = query.selectFrom('stream').where('stream.status', '=', 'ACTIVE');
  const silent = active.where('room_status', '=', unreachableStatus);
  const { total } = await active.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const counted = await silent
    .select((sql) => [sql.fn.countAll().as('total'), sql.fn.max(silentSince(sql)).as('since')])
    .executeTakeFirstOrThrow();
  const rows = await silent
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['stream.display_name as room', 'ward.display_name as ward', 'location.display_name as location'])
    .select((sql) => silentSince(sql).as('since'))
    .orderBy('since', (order) => order.desc().nullsLast())
    .orderBy('stream.uuid')
    .limit(maxListedRooms)
    .execute();
  return {
    count: Number(total),
    silent: { count: Number(counted.total), since: timeOf(counted.since) },
    silentRooms: rows.map(({ since, ...room }) => ({ ...room, since: timeOf(since) })).toSorted(bySinceAndName),
  };
}

/** Compares numbers in names by their value: Room 2 comes before Room 10. SQL would sort Room 10 first. */
const collator = new Intl.Collator('en', { numeric: true });

interface SilentRoom {
  readonly room: string;
  readonly since: string | null;
}

/** The newest first, then those that were never heard. */
function bySinceAndName(one: SilentRoom, other: SilentRoom): number {
  return collator.compare(other.since ?? '', one.since ?? '') || collator.compare(one.room, other.room);
}

/** The active rooms whose battery is known, and the names of those with a low battery, the lowest first. */
export async function readLowBatteries(query: Query, now: number) {
  const known = query
    .selectFrom('source_battery')
    .innerJoin('stream', 'stream.uuid', 'source_battery.stream_uuid')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .where('stream.status', '=', 'ACTIVE')
    .where('battery', 'is not', null)
    .where('at', '>=', now - batteryShownForMs);
  const { count } = await known
    .select(({ fn }) => fn.count('stream.uuid').distinct().as('count'))
    .executeTakeFirstOrThrow();
  const low = await known
    .select(['stream.display_name as room', 'ward.display_name as ward'])
    .select(({ fn }) => fn.min('battery').as('battery'))
    .where('battery', '<=', lowBatteryPercent)
    .groupBy(['stream.uuid', 'stream.display_name', 'ward.display_name'])
    .orderBy('battery')
    .orderBy('stream.uuid')
    .execute();
  return { roomCount: Number(count), low: low.map(({ room, ward }) => `${room} (${ward})`) };
}

/**
 * When the room was heard last, or when its gateway told that its device is unreachable. Null: it was never heard. The
 * time of a room that has sent nothing since it became ACTIVE again is that of its newest report.
 */
function silentSince(sql: ExpressionBuilder<Schema, 'stream'>) {
  const lastSeenAt = sql.fn<number | null>('nullif', ['seen_at', 'watched_since']);
  return sql
    .case()
    .when('status_before_silence', 'is', null)
    .then(sql.fn.coalesce('last_notification_sent', 'seen_at'))
    .else(sql.fn.coalesce(lastSeenAt, 'reported_at'))
    .end();
}

/** The wards with their locations, and when each was last watched. */
export function readWards(query: Query) {
  return query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['ward.uuid', 'ward.display_name as ward', 'location.display_name as location', 'watched_at as watchedAt'])
    .orderBy('location.display_name')
    .orderBy('ward.display_name')
    .orderBy('ward.uuid')
    .execute();
}

const Pruned = z.object({ reportsBefore: z.string() });

/** The last verified backup and the last deletion of old data, from the audit log. */
export async function readMaintenance(query: Query) {
  const newest = (action: 'data.backup-complete' | 'data.prune') =>
    query
      .selectFrom('audit_event')
      .select(['at', 'new_values'])
      .where('action', '=', action)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [backup, prune] = [await newest('data.backup-complete'), await newest('data.prune')];
  return {
    backupAt: timeOf(backup?.at ?? null),
    prunedAt: timeOf(prune?.at ?? null),
    prunedBefore: z.safeParse(Pruned, JSON.parse(prune?.new_values ?? 'null')).data?.reportsBefore ?? null,
  };
}

/** PostgreSQL returns the largest value of a column as text. */
function timeOf(instant: number | string | null): string | null {
  return isoTime(instant === null ? null : Number(instant));
}
