/**
 * Remembers the rooms that devices name and that do not exist, for the people who set devices up. A flood of invented
 * names must not hurt the intake: they are collected in memory, written once a second, and only the newest are kept.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { IntakeChannel } from '../../shared/metrics.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { describeSighting, type Sighting } from './sighting.ts';
import { createUnknownRoomAlerts } from './unknown-room-alerts.ts';

interface UnknownRoomsOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

export type RecordUnknownRoom = (
  sighting: Sighting,
  caller: Pick<DeviceCaller, 'keyId' | 'keyName' | 'scope'>,
  channel: IntakeChannel,
) => void;

/** One key with invented names must not displace the devices of all others. */
export const maxUnknownRooms = { perKey: 100, inAll: 500 };
/** New names beyond these are dropped until the next flush. */
const maxPending = { perKey: 50, inAll: 200 };

type Row = Schema['unknown_room'];

export function createUnknownRooms({ database, now, log, flushIntervalMs = 1_000 }: UnknownRoomsOptions) {
  const alerts = createUnknownRoomAlerts({ database, now, log });
  /** By key, then by room. */
  let pending = new Map<string, Map<string, Row>>();
  let pendingCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function flush(): Promise<void> {
    timer = undefined;
    const collected = pending;
    pending = new Map();
    pendingCount = 0;
    if (collected.size === 0) return;
    try {
      await database.query.transaction().execute((transaction) => store(transaction, collected));
      isFailing = false;
    } catch (error) {
      // No retry: the device reports again. Of several failures in a row only the first is logged.
      if (!isFailing) log.warn({ err: error }, 'the rooms that nobody knows cannot be stored');
      isFailing = true;
    }
  }

  const isFull = (ofKey: ReadonlyMap<string, Row>) =>
    ofKey.size >= maxPending.perKey || pendingCount >= maxPending.inAll;

  const record: RecordUnknownRoom = (sighting, { keyId, keyName, scope }, channel) => {
    const about = describeSighting(sighting);
    if (about === undefined) return;
    alerts.record(about, { keyId, scope });
    const ofKey = pending.get(keyId) ?? new Map<string, Row>();
    const known = ofKey.get(about.room);
    if (known === undefined && isFull(ofKey)) return;
    const at = now();
    ofKey.set(about.room, {
      ...about,
      key_id: keyId,
      key_name: keyName,
      channel,
      count: (known?.count ?? 0) + 1,
      first_at: known?.first_at ?? at,
      last_at: at,
    });
    pending.set(keyId, ofKey);
    if (known === undefined) pendingCount += 1;
    timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
  };

  return {
    record,
    /** Writes what is not stored yet. */
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await flush();
      await alerts.close();
    },
  };
}

async function store(write: Kysely<Schema>, collected: ReadonlyMap<string, ReadonlyMap<string, Row>>): Promise<void> {
  for (const [keyId, rows] of collected) {
    for (const row of rows.values()) await upsert(write, row);
    await deleteOldest(write, maxUnknownRooms.perKey, keyId);
  }
  await deleteOldest(write, maxUnknownRooms.inAll);
}

async function upsert(write: Kysely<Schema>, row: Row): Promise<void> {
  const { key_id: _, room: _room, first_at: _first, count, ...newest } = row;
  await write
    .insertInto('unknown_room')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'room']).doUpdateSet((sql) => ({
        ...newest,
        count: sql('unknown_room.count', '+', count),
      })),
    )
    .execute();
}

/** Keeps this number of the newest rows. `keyId`: only the rows of this key are counted and deleted. */
async function deleteOldest(write: Kysely<Schema>, keptCount: number, keyId?: string): Promise<void> {
  const ofKey = write
    .selectFrom('unknown_room')
    .$if(keyId !== undefined, (rows) => rows.where('key_id', '=', keyId ?? ''));
  const oldestKept = await ofKey
    .select('last_at')
    .orderBy('last_at', 'desc')
    .offset(keptCount - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldestKept === undefined) return;
  await write
    .deleteFrom('unknown_room')
    .where('last_at', '<', oldestKept.last_at)
    .$if(keyId !== undefined, (rows) => rows.where('key_id', '=', keyId ?? ''))
    .execute();
}
