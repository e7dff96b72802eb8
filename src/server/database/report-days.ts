/** The report log by the day of receipt, with which its index begins. Days are counted from 1970-01-01 (UTC). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

const dayMs = 86_400_000;

/** The day of receipt of a report, as in the index `report_once`. */
export const dayOfReceipt = sql<number>`received_at / 86400000`;

/**
 * The order of the entries of a room. The entries of several rooms have no order: a client that moves here brings
 * entries of its past.
 * NOTE: an expression instead of the column, because PostgreSQL would otherwise follow the primary key through the whole
 * log to find the few entries of a room in order.
 */
export const bySequence = sql<number>`sequence + 0`;

export function dayOf(instant: number): number {
  return Math.floor(instant / dayMs);
}

/** The days of a time span, both of its ends included. Epoch milliseconds. */
export function daysBetween(from: number, to: number): readonly number[] {
  const first = dayOf(from);
  return Array.from({ length: Math.max(0, dayOf(to) - first + 1) }, (_, index) => first + index);
}

/** When the oldest report of the log was received, at most a day later. Undefined: the log is empty. */
export function readLogStart(query: Kysely<Schema>): Promise<number | undefined> {
  return readEdge(query, 'asc');
}

/** When the newest report of the log was received, at most a day earlier. Undefined: the log is empty. */
export function readLogEnd(query: Kysely<Schema>): Promise<number | undefined> {
  return readEdge(query, 'desc');
}

async function readEdge(query: Kysely<Schema>, direction: 'asc' | 'desc'): Promise<number | undefined> {
  const log = query.selectFrom('report').select('received_at as at').orderBy(dayOfReceipt, direction).limit(1);
  return (await log.executeTakeFirst())?.at;
}
