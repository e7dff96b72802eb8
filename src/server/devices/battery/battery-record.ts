/**
 * Stores the newest battery and signal of each source of a room. Every message of a sensor may have them, so only
 * changes are written, some seconds later, and no report waits for the write.
 */
import { maxBatteryAgeMs } from '../../../domain/battery-and-signal.ts';
import { splitIntoBatches } from '../../database/batches.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { createDelayedWrite } from '../../shared/delayed-write.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import type { SourceMeasurement } from '../../messages/parse-report.ts';

interface BatteryRecordOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

export type BatteryRecord = ReturnType<typeof createBatteryRecord>;

type Row = Schema['source_battery'];

/** A value that does not change is written again after this time, because pages do not show old values. */
const rewriteAfterMs = 3_600_000;
/** The minimum change of a signal that is written, because a signal varies with each message. */
const signalStep = 10;

export function createBatteryRecord({ database, now, log, flushIntervalMs = 5_000 }: BatteryRecordOptions) {
  /** The written values of each source that has sent battery or signal since the start. */
  const stored = new Map<string, Row>();
  const pending = new Map<string, Row>();
  let areOldDeleted = false;

  // A failed write is not retried, because the device sends its battery again.
  const { schedule, close } = createDelayedWrite({
    delayMs: flushIntervalMs,
    write: async () => {
      const rows = [...pending.values()];
      pending.clear();
      if (rows.length === 0) return;
      try {
        if (!areOldDeleted) await deleteOld(database, now());
        areOldDeleted = true;
        for (const batch of splitIntoBatches(rows)) await upsert(database, batch);
      } catch (error) {
        for (const row of rows) stored.delete(keyOf(row));
        throw error;
      }
    },
    log,
    failure: 'batteries and signals of devices cannot be stored',
  });

  const record = (streamUUID: string, { source, battery, signal }: SourceMeasurement): void => {
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
    // The known value is kept, because a message may have only the battery or only the signal.
    const next = before === undefined ? row : merge(before, row);
    if (before !== undefined && !isChanged(before, next)) return;
    stored.set(key, next);
    pending.set(key, next);
    schedule();
  };

  return { record, close };
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
        // A stored value is kept if the new row lacks it, because after a restart the first message may have only the
        // battery or only the signal.
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
    .where('at', '<', now - maxBatteryAgeMs)
    .execute();
}
