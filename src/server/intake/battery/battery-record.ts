/**
 * Remembers the newest battery and signal of each source of a room. Every message of a sensor may have them, so only
 * what has changed is written, some seconds later: no report waits for it.
 */
import { batteryShownForMs } from '../../../domain/battery-and-signal.ts';
import { batchesOf } from '../../database/batches.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import type { MeasuredSource } from '../parse-report.ts';

interface BatteryRecordOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

export type RecordBattery = (streamUUID: string, measured: MeasuredSource) => void;

type Row = Schema['source_battery'];

/** A value that does not change is written again after this time, because an old one is not shown. */
const rewriteAfterMs = 3_600_000;
/** A signal varies with each message. */
const signalStep = 10;

export function createBatteryRecord({ database, now, log, flushIntervalMs = 5_000 }: BatteryRecordOptions) {
  /** One entry for each source of a room that has sent battery or signal since the start. */
  const stored = new Map<string, Row>();
  const pending = new Map<string, Row>();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let areOldDeleted = false;

  async function flush(): Promise<void> {
    timer = undefined;
    const rows = [...pending.values()];
    pending.clear();
    try {
      if (rows.length > 0 && !areOldDeleted) await deleteOld(database, now());
      areOldDeleted ||= rows.length > 0;
      for (const batch of batchesOf(rows)) await upsert(database, batch);
      isFailing = false;
    } catch (error) {
      for (const row of rows) stored.delete(keyOf(row));
      // No retry: the device sends its battery again. Of several failures in a row only the first is logged.
      if (!isFailing) log.warn({ err: error }, 'batteries and signals of devices cannot be stored');
      isFailing = true;
    }
  }

  const record: RecordBattery = (streamUUID, { source, battery, signal }) => {
    const row: Row = {
      stream_uuid: streamUUID,
      source,
      battery,
      signal: signal?.value ?? null,
      signal_unit: signal?.unit ?? null,
      at: now(),
    };
    const key = keyOf(row);
    const before = stored.get(key);
    // A message with only one of them says nothing about the other.
    const next = before === undefined ? row : merge(before, row);
    if (before !== undefined && !isChanged(before, next)) return;
    stored.set(key, next);
    pending.set(key, next);
    timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
  };

  return {
    record,
    /** Writes what is not stored yet. */
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await flush();
    },
  };
}

function keyOf({ stream_uuid, source }: Row): string {
  return `${stream_uuid} ${source}`;
}

function merge(before: Row, { battery, signal, signal_unit, ...row }: Row): Row {
  const known = signal === null ? before : { signal, signal_unit };
  return { ...row, battery: battery ?? before.battery, signal: known.signal, signal_unit: known.signal_unit };
}

function isChanged(before: Row, after: Row): boolean {
  const isSignalChanged =
    before.signal === null || after.signal === null
      ? before.signal !== after.signal
      : Math.abs(before.signal - after.signal) >= signalStep;
  return before.battery !== after.battery || isSignalChanged || after.at - before.at >= rewriteAfterMs;
}

async function upsert({ query }: Database, rows: readonly Row[]): Promise<void> {
  await query
    .insertInto('source_battery')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['stream_uuid', 'source']).doUpdateSet((sql) => ({
        // After a restart, a message with only one of them must not delete the other.
        battery: sql.fn.coalesce('excluded.battery', 'source_battery.battery'),
        signal: sql.fn.coalesce('excluded.signal', 'source_battery.signal'),
        signal_unit: sql.fn.coalesce('excluded.signal_unit', 'source_battery.signal_unit'),
        at: sql.ref('excluded.at'),
      })),
    )
    .execute();
}

async function deleteOld({ query }: Database, now: number): Promise<void> {
  await query
    .deleteFrom('source_battery')
    .where('at', '<', now - batteryShownForMs)
    .execute();
}
