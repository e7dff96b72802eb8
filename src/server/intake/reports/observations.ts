/** The newest value of each name that the devices of a stream have observed. */
import type { ObservedValues } from '../../../domain/ingest/derived-status.ts';
import type { IncomingObservation, IncomingPresence } from '../../../domain/ingest/incoming.ts';
import { isAheadOfServer } from '../../../domain/ingest/report-time.ts';
import type { ChangedRows, ObservationRow } from '../../database/report-store.ts';

interface ObservedValue {
  /** Null: the value was discarded. */
  readonly value: string | null;
  /** The time of receipt; for a retained message, the time at which the device sent it. Epoch milliseconds. */
  readonly at: number;
  readonly isStored: boolean;
}

/** By stream uuid and then by name, the newest value. */
export type Observations = Map<string, Map<string, ObservedValue>>;

export function toObservations(rows: readonly ObservationRow[]): Observations {
  const observations: Observations = new Map();
  for (const { stream_uuid, name, value, observed_at: at } of rows) {
    valuesOf(observations, stream_uuid).set(name, { value, at, isStored: true });
  }
  return observations;
}

/** Returns the rows of changed values to write, and the names of the discarded values to delete. */
export function collectChangedObservations(
  observations: Observations,
): Pick<ChangedRows, 'observations' | 'deletedObservations'> {
  const changed: ObservationRow[] = [];
  const deletedObservations: Pick<ObservationRow, 'stream_uuid' | 'name'>[] = [];
  for (const [stream_uuid, values] of observations) {
    for (const [name, { value, at, isStored }] of values) {
      if (isStored) continue;
      if (value === null) deletedObservations.push({ stream_uuid, name });
      else changed.push({ stream_uuid, name, value, observed_at: at });
    }
  }
  return { observations: changed, deletedObservations };
}

function valuesOf(observations: Observations, streamUUID: string): Map<string, ObservedValue> {
  const values = observations.get(streamUUID) ?? new Map<string, ObservedValue>();
  observations.set(streamUUID, values);
  return values;
}

/** Adds an observation. Returns the newest value of each name of the stream, before and after it. */
export function addObservation(
  observations: Observations,
  observation: IncomingObservation,
  receivedAt: number,
): ObservedValues {
  const { streamUUID, values } = observation;
  const at = timeOf(observation, receivedAt);
  const newest = valuesOf(observations, streamUUID);
  const before = knownValues(newest);
  const late: [string, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    const known = newest.get(name);
    if (known === undefined || !isNewer(known.at, at, receivedAt)) newest.set(name, { value, at, isStored: false });
    else if (observation.isRetained !== true) late.push([name, value]);
  }
  return { before, after: knownValues(newest), ...(late.length > 0 && { late: new Map([...before, ...late]) }) };
}

/** Discards values of the stream. Returns the values before and after. */
export function discardObservations(
  observations: Observations,
  { streamUUID, discards }: IncomingPresence,
): ObservedValues {
  const newest = valuesOf(observations, streamUUID);
  const before = knownValues(newest);
  for (const name of discards.values) {
    if (newest.has(name)) newest.set(name, { value: null, at: -Infinity, isStored: false });
  }
  return { before, after: knownValues(newest) };
}

function knownValues(newest: ReadonlyMap<string, ObservedValue>): ReadonlyMap<string, string> {
  return new Map([...newest].flatMap(([name, { value }]) => (value === null ? [] : [[name, value] as const])));
}

function timeOf({ at, isRetained }: IncomingObservation, receivedAt: number): number {
  return isRetained === true ? Math.min(at ?? receivedAt, receivedAt) : receivedAt;
}

/** Whether the known value is newer. Not if its time is in the future, because the server clock was set back then. */
function isNewer(knownAt: number, at: number, now: number): boolean {
  return knownAt > at && !isAheadOfServer(knownAt, now);
}
