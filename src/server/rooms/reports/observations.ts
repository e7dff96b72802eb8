/** The newest value of each name that the devices of a stream have observed. */
import type { Transaction } from 'kysely';
import type { IncomingObservation, IncomingPresence } from '../../../domain/ingest/incoming.ts';
import { isAhead } from '../../../domain/ingest/report-time.ts';
import type { Schema } from '../../database/schema.ts';
import { chunksOf } from './report-store.ts';

interface ObservedValue {
  /** Null: the value was discarded. */
  readonly value: string | null;
  /** When it reached us; for a retained message, when the device sent it. Epoch milliseconds. */
  readonly at: number;
  readonly isStored: boolean;
}

/** Stream uuid -> name -> newest value. */
export type Observations = Map<string, Map<string, ObservedValue>>;

export async function loadObservations(
  transaction: Transaction<Schema>,
  uuids: readonly string[],
): Promise<Observations> {
  const observations: Observations = new Map(uuids.map((uuid) => [uuid, new Map()]));
  if (uuids.length === 0) return observations;
  const rows = await transaction.selectFrom('observation').selectAll().where('stream_uuid', 'in', uuids).execute();
  for (const { stream_uuid, name, value, observed_at: at } of rows) {
    observations.get(stream_uuid)?.set(name, { value, at, isStored: true });
  }
  return observations;
}

/** Upserts the changed values, and deletes the discarded ones. */
export async function storeObservations(transaction: Transaction<Schema>, observations: Observations): Promise<void> {
  const changed = [...observations].flatMap(([stream_uuid, values]) =>
    [...values]
      .filter(([, { isStored }]) => !isStored)
      .map(([name, { value, at }]) => ({ stream_uuid, name, value, observed_at: at })),
  );
  for (const { stream_uuid, name, value } of changed) {
    if (value !== null) continue;
    await transaction
      .deleteFrom('observation')
      .where('stream_uuid', '=', stream_uuid)
      .where('name', '=', name)
      .execute();
  }
  const rows = changed.flatMap(({ value, ...row }) => (value === null ? [] : [{ ...row, value }]));
  for (const chunk of chunksOf(rows)) {
    await transaction
      .insertInto('observation')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['stream_uuid', 'name']).doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          observed_at: row.ref('excluded.observed_at'),
        })),
      )
      .execute();
  }
}

/** Returns the newest value of each name of the stream, with those of the observation included. */
export function addObservation(
  observations: Observations,
  observation: IncomingObservation,
  receivedAt: number,
): ReadonlyMap<string, string> {
  const { streamUUID, values } = observation;
  const at = timeOf(observation, receivedAt);
  const newest = observations.get(streamUUID) ?? new Map<string, ObservedValue>();
  observations.set(streamUUID, newest);
  for (const [name, value] of Object.entries(values)) {
    const known = newest.get(name);
    if (known === undefined || !isNewer(known.at, at, receivedAt)) newest.set(name, { value, at, isStored: false });
  }
  return knownValues(newest);
}

/** Discards values of the stream, and returns the remaining ones. */
export function discardObservations(
  observations: Observations,
  { streamUUID, discards }: IncomingPresence,
): ReadonlyMap<string, string> {
  const newest = observations.get(streamUUID) ?? new Map<string, ObservedValue>();
  for (const name of discards.values) {
    if (newest.has(name)) newest.set(name, { value: null, at: -Infinity, isStored: false });
  }
  return knownValues(newest);
}

function knownValues(newest: ReadonlyMap<string, ObservedValue>): ReadonlyMap<string, string> {
  return new Map([...newest].flatMap(([name, { value }]) => (value === null ? [] : [[name, value] as const])));
}

function timeOf({ at, isRetained }: IncomingObservation, receivedAt: number): number {
  return isRetained === true ? Math.min(at ?? receivedAt, receivedAt) : receivedAt;
}

/**
 * Another process may have stored a newer value first. A known time in the future does not count: our own clock was
 * set back since.
 */
function isNewer(knownAt: number, at: number, now: number): boolean {
  return knownAt > at && !isAhead(knownAt, now);
}
