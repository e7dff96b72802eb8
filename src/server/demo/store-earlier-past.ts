/** Stores the nights of the demo before its last day in the background, while reports and boards go on. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';
import { toAlertEventRow } from '../database/open-alerts.ts';
import type { AlertEventRow, ReportRow } from '../database/report-store.ts';
import type { Schema } from '../database/schema.ts';
import { waitOrAbort } from '../shared/wait-or-abort.ts';
import { reservedCount, toReportRow } from './backfill-rooms.ts';
import { PastAlerts } from './past-alerts.ts';
import type { RandomSource } from './resident-model.ts';
import type { RoomReport } from './residents.ts';

export interface EarlierPastOptions {
  /** The reports of one room after the other. */
  readonly earlier: Iterable<readonly RoomReport[]>;
  readonly random: RandomSource;
  readonly signal: AbortSignal;
  /** The pause after each transaction, so that reports and boards do not wait. Milliseconds. */
  readonly pauseMs?: number;
}

/** A transaction stores the reports of this time: a few hundred. */
const stepMs = 30 * 60_000;
/** So many reports are simulated in one turn of the event loop. */
const reportsOfTurn = 100;

/** What a transaction stores. */
interface Step {
  readonly reports: RoomReport[];
  readonly events: AlertEventRow[];
}

/**
 * Stores the reports and alerts before those that the log has. The latest come first, so that the log has no gap when
 * the demo is stopped meanwhile. The next start leaves such a shorter past as it is.
 */
export async function storeEarlierPast(
  database: Database,
  { earlier, random, signal, pauseMs = 10 }: EarlierPastOptions,
): Promise<void> {
  const steps = await simulateSteps(earlier, random, signal);
  const numbers = new Numbers();
  for (const [, step] of [...steps].toSorted(([one], [other]) => other - one)) {
    if (signal.aborted) break;
    await database.query.transaction().execute((query) => storeStep(query, step, numbers));
    await waitOrAbort(pauseMs, signal);
  }
  const streams = new Set([...steps.values()].flatMap(({ reports }) => reports.map(({ stream }) => stream)));
  await countNightsAgain(database, [...streams]);
}

/** Simulates all rooms, in short turns of the event loop. */
async function simulateSteps(
  earlier: Iterable<readonly RoomReport[]>,
  random: RandomSource,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Step>> {
  const steps = new Map<number, Step>();
  const stepOf = (at: number): Step => {
    const number = Math.floor(at / stepMs);
    const step = steps.get(number) ?? { reports: [], events: [] };
    steps.set(number, step);
    return step;
  };
  for (const reports of earlier) {
    if (signal.aborted) break;
    for (const report of reports) stepOf(report.at).reports.push(report);
    for (const events of await simulateAlerts(reports, random)) stepOf(events[0]?.at ?? 0).events.push(...events);
  }
  return steps;
}

/** The events of each alert of a room. Alerts that are open at the end are left out: the stored past knows no such alert. */
async function simulateAlerts(reports: readonly RoomReport[], random: RandomSource): Promise<AlertEventRow[][]> {
  const alerts = new PastAlerts([], random);
  for (const [index, report] of reports.entries()) {
    if (index % reportsOfTurn === 0) await nextTurn();
    alerts.add(report);
  }
  const open = new Set(alerts.open.map(({ uuid }) => uuid));
  const ended = alerts.transitions.filter(({ alert }) => !open.has(alert.uuid));
  return [...Map.groupBy(ended.map(toAlertEventRow), (event) => event.alert_uuid).values()];
}

/** Counts down from the numbers of the entries that the log has, because older entries have lower ones. */
class Numbers {
  #sequence = reservedCount;
  readonly #revisions = new Map<string, number>();

  /** The row of the next older report. */
  rowOf(report: RoomReport): ReportRow & { readonly sequence: number } {
    const revision = this.#revisions.get(report.stream) ?? reservedCount;
    this.#revisions.set(report.stream, revision - 1);
    return { ...toReportRow({ ...report, receivedAt: report.at }, revision), sequence: this.#sequence-- };
  }
}

async function storeStep(query: Kysely<Schema>, { reports, events }: Step, numbers: Numbers): Promise<void> {
  const rows = reports.toSorted((one, other) => other.at - one.at).map((report) => numbers.rowOf(report));
  for (const batch of splitIntoBatches(rows)) await query.insertInto('report').values(batch).execute();
  for (const batch of splitIntoBatches(events)) await query.insertInto('alert_event').values(batch).execute();
}

/** Nights may have been counted while a part of their log was missing. */
async function countNightsAgain({ kind, query }: Database, streams: readonly string[]): Promise<void> {
  await query
    .updateTable('room_night')
    .set(({ eb }) => ({ wanted: eb('wanted', '+', 1) }))
    .where(isInList(kind, 'stream_uuid', streams))
    .execute();
}
