/** Changes the alerts of one stream in a transaction that locks the stream. */
import type { AlertTransition } from '../../../domain/alerts/alert.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { alertEventRow } from '../../database/open-alerts.ts';
import { retryOnConflict } from '../../database/retry-on-conflict.ts';
import type { UserCaller } from '../../http/api-server.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { ChangingStream } from '../reports/changing-stream.ts';
import type { AlertChange } from '../reports/stream-alerts.ts';

export interface ChangeAlertsOptions {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  /** Called with what happened, after each commit. */
  readonly onAlertEvents?: ((transitions: readonly AlertTransition[]) => void) | undefined;
}

export interface AlertCallOptions extends ChangeAlertsOptions {
  readonly now: () => number;
}

/** The caller as the actor of an alert. */
export function userOf({ user: { subject, displayName } }: UserCaller) {
  return { kind: 'user', subject, displayName } as const;
}

/**
 * Applies the change that `decide` returns, if any, and resolves to its result when the change is durable. Throws
 * AppError `unavailable` when it cannot be stored now. The stream must exist: it has or had an alert, or was found.
 */
export async function changeAlerts<Result>(
  { database, bus, onAlertEvents }: ChangeAlertsOptions,
  streamUUID: string,
  decide: (stream: ChangingStream) => { readonly result: Result; readonly change?: AlertChange | undefined },
): Promise<Result> {
  const wanted = { streamUuids: [streamUUID], reportKeys: [], receivedAt: 0, observedUuids: [] };
  try {
    const { result, updates, transitions } = await retryOnConflict(database, () =>
      database.reports.transact(wanted, ({ streams: [row] }) => {
        if (row === undefined) throw new Error('the stream of an alert was removed');
        const stream = new ChangingStream(row);
        const { result: decided, change } = decide(stream);
        return { result: decided, ...rowsOf(stream, change) };
      }),
    );
    await database.reports.durable();
    onAlertEvents?.(transitions);
    if (updates.length > 0) bus.publish(updates);
    return result;
  } catch (error) {
    if (!database.isUnavailable(error)) throw error;
    throw Object.assign(retryLater('unavailable', 'The answer cannot be stored right now. Send it again.', 1), {
      cause: error,
    });
  }
}

function rowsOf(stream: ChangingStream, change: AlertChange | undefined) {
  const transitions = change?.transitions ?? [];
  if (change !== undefined) stream.changeAlerts(change);
  const changed = stream.changedRow();
  const update = stream.update();
  return {
    reports: [],
    streams: changed === undefined ? [] : [changed],
    observations: [],
    deletedObservations: [],
    transitions,
    alertEvents: transitions.map(alertEventRow),
    pauseEvents: stream.pauseEvents,
    updates: update === undefined ? [] : [update],
  };
}
