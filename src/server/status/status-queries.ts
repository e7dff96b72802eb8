/** Reads the data of the system status from the database. */
import type { ExpressionBuilder } from 'kysely';
import * as z from 'zod/mini';
import { ProcessStatus } from '../../contract/status/status.ts';
import { maxBatteryAgeMs, lowBatteryPercent } from '../../domain/battery-and-signal.ts';
import { unreachableStatusCode } from '../../domain/ingest/online.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

type Query = Database['query'];

const maxListedRooms = 100;
/** A process that stopped without deleting its row is reported as missing for this long. After that it is ignored. */
const forgetProcessAfterMs = 3_600_000;

/** Reads the status of the other processes on the same database. */
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
  // Rows of another version of the server may have another format. Such rows are skipped.
  return rows.flatMap(({ facts }) => z.safeParse(ProcessStatus, JSON.parse(facts)).data ?? []);
}

/**
 * Counts the rooms that are not INACTIVE, those of them without a device, and those that send nothing. Also returns
 * since when all silent rooms are silent, and the names of the rooms that became silent last.
 */
export async function readRooms(query: Query) {
  const active = query.selectFrom('stream').where('stream.status', '=', 'ACTIVE');
  const silent = active.where('room_status', '=', unreachableStatusCode);
  const { total } = await active.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const without = await active
    .where('revision', '=', 0)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const { count } = await silent.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const rows = await silent
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['stream.display_name as room', 'ward.display_name as ward', 'location.display_name as location'])
    .select((sql) => silentSince(sql).as('since'))
    .orderBy('since', (order) => order.desc().nullsLast())
    .orderBy('stream.display_name')
    .orderBy('stream.uuid')
    .limit(maxListedRooms)
    .execute();
  return {
    roomCount: Number(total),
    roomsWithoutDevice: Number(without.total),
    silent: { count: Number(count), since: toIsoTime(rows[0]?.since ?? null) },
    silentRooms: rows.map(({ since, ...room }) => ({ ...room, since: toIsoTime(since) })),
  };
}

/** Counts the active rooms whose battery is known, and names those with a low battery, the lowest first. */
export async function readLowBatteries(query: Query, now: number) {
  const known = query
    .selectFrom('source_battery')
    .innerJoin('stream', 'stream.uuid', 'source_battery.stream_uuid')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .where('stream.status', '=', 'ACTIVE')
    .where('battery', 'is not', null)
    .where('at', '>=', now - maxBatteryAgeMs);
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

/** The unanswered alerts whose chain reached nobody, by room, the oldest first. */
export async function readUnreachedAlerts(query: Query) {
  const rows = await query
    .selectFrom('notice')
    .innerJoin('stream', 'stream.uuid', 'notice.stream_uuid')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select(['stream.display_name as room', 'ward.display_name as ward', 'notice.raised_at as since'])
    .where('is_open', '=', 1)
    .where('recipient_kind', '=', 'nobody')
    .orderBy('notice.raised_at')
    .orderBy('notice.uuid')
    .execute();
  return rows.map(({ room, ward, since }) => ({ room: `${room} (${ward})`, since: toIsoTime(since) }));
}

/**
 * SQL for the time since which a room is silent: its last message, or the time at which its gateway reported it as
 * unreachable. Null: it has never sent anything. For a room that has sent nothing since it became ACTIVE again, it is
 * the time of its newest report.
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

/** Reads the wards with their locations, and when each ward was last watched. */
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
