/** Fills a database with years of history. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { nightsUntil } from '../../../src/domain/history/nights/night.ts';
import { localClockOf } from '../../../src/domain/local-time/local-clock.ts';
import type { Alert, AlertEvent } from '../../../src/domain/alerts/alert.ts';
import { splitIntoBatches } from '../../../src/server/database/batches.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { toSummaryColumn } from '../../../src/server/database/night-table.ts';
import { toAlertEventRow } from '../../../src/server/database/open-alerts.ts';

interface WardNights {
  readonly rooms: readonly string[];
  readonly ward: string;
  readonly now: number;
}

export interface HistoryOptions extends WardNights {
  readonly reportCount: number;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const logDays = 400;
const nightCount = 730;
const alertsOfNight = 2;
const reportsOfStatement = 100_000;

export async function fillHistory(database: Database, options: HistoryOptions): Promise<void> {
  await fillLog(database, options);
  await fillAlerts(database, options);
  await fillNights(database, options);
  await sql`analyze`.execute(database.query);
}

/** The reports of all rooms in turn, evenly in time: in bed, up, in the bathroom, up, in bed, with staff, out. */
async function fillLog({ query }: Database, { rooms, ward, now, reportCount }: HistoryOptions): Promise<void> {
  const start = now - logDays * dayMs;
  const stepMs = Math.floor((logDays * dayMs) / reportCount);
  for (let first = 0; first < reportCount; first += reportsOfStatement) {
    const last = Math.min(first + reportsOfStatement, reportCount) - 1;
    await sql`
      with recursive counted(i) as (
        select cast(${first} as bigint) union all select i + 1 from counted where i < cast(${last} as bigint)
      ), room(uuid, place) as (
        select uuid, row_number() over (order by uuid) - 1 from stream where ward_uuid = ${ward}
      )
      insert into report
        (stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
      select room.uuid, null, case (i / ${rooms.length}) % 7
          when 0 then 5 when 1 then 3 when 2 then 6 when 3 then 3 when 4 then 5 when 5 then 11 else 4 end, 1,
        ${start} + i * ${stepMs}, ${start} + i * ${stepMs}, i, 'bench', 'applied'
      from counted join room on room.place = i % ${rooms.length} order by i`.execute(query);
  }
  await query.updateTable('stream').set({ has_reports: 1, room_status: 5 }).execute();
}

async function fillAlerts({ query }: Database, { rooms, now }: HistoryOptions): Promise<void> {
  for (let day = logDays - 1; day >= 0; day -= 1) {
    const rows = rooms.flatMap((room, index) =>
      Array.from({ length: alertsOfNight }, (_, count) =>
        eventsOf(room, now - day * dayMs - (count + 1) * 2 * hourMs - index * 60_000),
      ).flat(),
    );
    for (const batch of splitIntoBatches(rows)) await query.insertInto('alert_event').values(batch).execute();
  }
}

/** An alert that somebody answered after a minute and resolved after another one. */
function eventsOf(room: string, startedAt: number) {
  const by = { kind: 'user', subject: `nurse-${startedAt % 7}`, displayName: 'A nurse' } as const;
  const alert: Alert = {
    uuid: randomUUID(),
    streamUUID: room,
    status: 3,
    priority: 'medium',
    latches: false,
    isTest: false,
    isFault: false,
    startedAt,
    state: 'raised',
    by: { kind: 'device' },
    since: startedAt,
    raisedAgainCount: 0,
    dueAt: null,
    resolution: null,
    attended: null,
    note: null,
  };
  const steps: readonly (readonly [AlertEvent, Partial<Alert>])[] = [
    ['opened', {}],
    ['acknowledged', { state: 'acknowledged', since: startedAt + 60_000, by }],
    ['resolved', { state: 'resolved', since: startedAt + 120_000, by, resolution: 'helped' }],
  ];
  return steps.map(([event, change]) => toAlertEventRow({ event, alert: { ...alert, ...change } }));
}

/** Stores the summary of each night of each room, so that the server has none to count. */
export async function fillNights({ query }: Database, { rooms, ward, now }: WardNights): Promise<void> {
  const seconds = { bed: 30_000, up: 12_000, bathroom: 4_000, out: 30_000, staff: 6_000, unmonitored: 4_400 };
  const sleep = { seconds, bedExits: 3, bathroomVisits: 2, restlessCount: 4, maxOutOfBedSeconds: 600 };
  for (const { from, to } of nightsUntil(localClockOf(undefined), now - dayMs, nightCount)) {
    const rows = rooms.map((stream_uuid, index) => {
      const alerts = Array.from({ length: alertsOfNight }, (_, count) => ({
        status: 3,
        priority: 'medium' as const,
        raisedAt: from + count * 5 * hourMs + index * 60_000,
        acknowledgedMs: 30_000 + index * 1_000,
        answeredBy: `nurse-${(index + count) % 7}`,
        arrivedMs: 60_000,
        endedMs: 120_000,
        raisedAgainCount: 0,
        resolution: 'helped' as const,
      }));
      const summary = toSummaryColumn({ sleep, seconds, alerts });
      return { stream_uuid, ward_uuid: ward, from_at: from, to_at: to, summary, wanted: 1, counted: 1 };
    });
    for (const batch of splitIntoBatches(rows)) await query.insertInto('room_night').values(batch).execute();
  }
}
