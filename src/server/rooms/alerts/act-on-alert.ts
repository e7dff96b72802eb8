/** Carries out what users do with an alert: acknowledge, withdraw, attend, resolve. */
import type { AlertAction, AlertUser } from '../../../domain/alerts/alert-actions.ts';
import { applyAction } from '../../../domain/alerts/alert-actions.ts';
import type { AlertTransition } from '../../../domain/alerts/alert.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import type { LoadedRows } from '../../database/report-store.ts';
import { retryOnConflict } from '../../database/retry-on-conflict.ts';
import { ChangingStream } from '../reports/changing-stream.ts';
import { alertEventRow } from '../reports/stream-alerts.ts';

interface ActOnAlertOptions {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly now: () => number;
}

export interface WantedAction {
  readonly streamUUID: string;
  readonly alertUUID: string;
  readonly action: AlertAction;
  readonly by: AlertUser;
}

/** Resolves when the action is durable. `refused`: it is too late for it. `unchanged`: it was done before. */
export async function actOnAlert(
  { database, bus, now }: ActOnAlertOptions,
  wanted: WantedAction,
): Promise<'done' | 'unchanged' | 'refused'> {
  const { streamUUID } = wanted;
  const at = now();
  const rows = { streamUuids: [streamUUID], reportKeys: [], receivedAt: at, observedUuids: [] };
  const { result, updates } = await retryOnConflict(database, () =>
    database.reports.transact(rows, (loaded) => change(loaded, wanted, at)),
  );
  await database.reports.durable();
  if (updates.length > 0) bus.publish(updates);
  return result;
}

const noRows = { reports: [], streams: [], observations: [], deletedObservations: [], alertEvents: [], updates: [] };

function change({ streams: [row] }: LoadedRows, { alertUUID, action, by }: WantedAction, now: number) {
  const stream = row === undefined ? undefined : new ChangingStream(row);
  const alert = stream?.alerts.find(({ uuid }) => uuid === alertUUID);
  // An alert that is not open any more was resolved.
  if (stream === undefined || alert === undefined) return { result: 'refused' as const, ...noRows };
  const result = applyAction(alert, action, by, now);
  if (typeof result === 'string') return { result, ...noRows };
  return { result: 'done' as const, ...noRows, ...rowsOf(stream, result) };
}

function rowsOf(stream: ChangingStream, transition: AlertTransition) {
  stream.changeAlerts([transition]);
  return {
    streams: [stream.changedRow() ?? []].flat(),
    alertEvents: [alertEventRow(transition)],
    updates: [stream.update() ?? []].flat(),
  };
}
