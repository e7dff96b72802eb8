/**
 * Raises an alert when a device reports a status of high priority, such as a fall, for a room that nobody knows. What is
 * not stored is kept and stored again a second later: the device may never repeat a fall.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { afterUnknownReport, type UnknownRoomAlert } from '../../../domain/alerts/unknown-room-alert.ts';
import { isHighPriority } from '../../../domain/room-status.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import type { About } from './sighting.ts';

type Row = Selectable<Schema['unknown_room_alert']>;
type Sender = Pick<DeviceCaller, 'keyId' | 'scope'>;

interface Pending extends Sender {
  readonly about: About;
  /** The statuses since the last flush, without repetitions. */
  readonly reports: readonly { readonly status: number; readonly at: number }[];
}

interface UnknownRoomAlertsOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
}

/** Bounds what a key with invented names can store. Those of one key displace none of another one. */
const maxAlertsPerKey = 100;
const maxPendingPerKey = 200;
const maxReports = 20;
const retryMs = 1_000;

export function createUnknownRoomAlerts({ database, now, log }: UnknownRoomAlertsOptions) {
  /** By key, then by the name of the room. */
  let pending = new Map<string, Map<string, Pending>>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isFailing = false;

  function add(one: Pending): void {
    const ofKey = pending.get(one.keyId) ?? new Map<string, Pending>();
    pending.set(one.keyId, ofKey);
    const known = ofKey.get(one.about.room);
    if (known === undefined && ofKey.size >= maxPendingPerKey) return;
    const reports = [...(known?.reports ?? []), ...one.reports].filter(
      ({ status }, index, all) => status !== all[index - 1]?.status,
    );
    ofKey.set(one.about.room, { ...one, reports: reports.slice(-maxReports) });
  }

  const schedule = (waitMs: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      running = running.then(flush);
    }, waitMs).unref();
  };

  async function flush(): Promise<void> {
    const collected = [...pending.values()].flatMap((ofKey) => [...ofKey.values()]);
    pending = new Map();
    if (collected.length === 0) return;
    try {
      await database.query.transaction().execute((transaction) => store(transaction, collected));
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'the alerts of rooms that nobody knows cannot be stored, and are kept');
      isFailing = true;
      const newer = [...pending.values()].flatMap((ofKey) => [...ofKey.values()]);
      pending = new Map();
      for (const one of [...collected, ...newer]) add(one);
      schedule(retryMs);
    }
  }

  return {
    record: (about: About, { keyId, scope }: Sender): void => {
      const { status } = about;
      if (status === null) return;
      add({ keyId, scope, about, reports: [{ status, at: now() }] });
      // Another status is of interest only for an alert that is stored.
      schedule(isHighPriority(status) ? 0 : retryMs);
    },
    close: async (): Promise<void> => {
      clearTimeout(timer);
      running = running.then(flush);
      await running;
      clearTimeout(timer);
    },
  };
}

async function store(write: Kysely<Schema>, collected: readonly Pending[]): Promise<void> {
  const keyIds = [...new Set(collected.map(({ keyId }) => keyId))];
  const stored = await write.selectFrom('unknown_room_alert').selectAll().where('key_id', 'in', keyIds).execute();
  const changed = new Set<string>();
  for (const one of collected) {
    const row = stored.find(({ key_id: keyId, room }) => keyId === one.keyId && room === one.about.room);
    const before = row && alertOfRow(row);
    const after = one.reports.reduce<UnknownRoomAlert | undefined>(
      (alert, { status, at }) => afterUnknownReport(alert, status, at),
      before,
    );
    if (after === before || after === undefined) continue;
    await upsert(write, one, after, row);
    changed.add(one.keyId);
  }
  for (const keyId of changed) await deleteOldest(write, keyId);
}

export function alertOfRow(row: Row): UnknownRoomAlert {
  const { status, raised_at: raisedAt, reported_at: reportedAt, answered_at: answeredAt } = row;
  return { status, raisedAt, reportedAt, answeredAt, hasEnded: row.has_ended === 1 };
}

async function upsert(
  write: Kysely<Schema>,
  { keyId, scope, about }: Pending,
  alert: UnknownRoomAlert,
  row: Row | undefined,
): Promise<void> {
  const values = {
    scope_kind: scope.kind,
    scope_uuid: scope.kind === 'everything' ? null : scope.uuid,
    field: about.field,
    connection: about.connection,
    uses: about.uses,
    status: alert.status,
    raised_at: alert.raisedAt,
    reported_at: alert.reportedAt,
    has_ended: Number(alert.hasEnded),
    // An answer that was given meanwhile stays.
    ...(alert.answeredAt === null && row?.answered_at !== null && { answered_at: null, answered_by: null }),
  };
  if (row !== undefined) {
    await write.updateTable('unknown_room_alert').set(values).where('uuid', '=', row.uuid).execute();
    return;
  }
  const added = { uuid: randomUUID(), key_id: keyId, room: about.room, answered_at: null, answered_by: null };
  await write
    .insertInto('unknown_room_alert')
    .values({ ...values, ...added })
    .execute();
}

async function deleteOldest(write: Kysely<Schema>, keyId: string): Promise<void> {
  const ofKey = write.selectFrom('unknown_room_alert').where('key_id', '=', keyId);
  const kept = ofKey.select('uuid').orderBy('raised_at', 'desc').orderBy('uuid').limit(maxAlertsPerKey);
  const rows = await kept.execute();
  if (rows.length < maxAlertsPerKey) return;
  await write
    .deleteFrom('unknown_room_alert')
    .where('key_id', '=', keyId)
    .where(
      'uuid',
      'not in',
      rows.map(({ uuid }) => uuid),
    )
    .execute();
}
