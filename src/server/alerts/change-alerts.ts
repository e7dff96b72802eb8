/** Changes the alerts of one stream in a transaction that locks the stream. */
import type { Bus } from '../bus/bus.ts';
import { type AuditEntry, toAuditRow } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import { toAlertEventRow } from '../database/open-alerts.ts';
import { retryOnConflict } from '../database/retry-on-conflict.ts';
import type { UserCaller } from '../http/api-server.ts';
import type { Metrics } from '../shared/metrics.ts';
import { retryLater } from '../shared/retry-later.ts';
import { ChangingStream } from '../intake/reports/changing-stream.ts';
import type { AlertChange } from '../intake/reports/stream-alerts.ts';

export interface ChangeAlertsOptions {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly metrics: Pick<Metrics, 'countAlertEvents'>;
}

export interface AlertCallOptions extends ChangeAlertsOptions {
  readonly now: () => number;
}

export interface AlertDecision<Result> {
  readonly result: Result;
  readonly change?: AlertChange | undefined;
  /** The audit event of the change. It is not stored if nothing has changed. */
  readonly audit?: AuditEntry | undefined;
}

/** The caller as the actor of an alert. */
export function alertUserOf({ user: { subject, displayName } }: Pick<UserCaller, 'user'>) {
  return { kind: 'user', subject, displayName } as const;
}

/**
 * Applies the change that `decide` returns, if any, and resolves to its result when the change is durable. `audit` is
 * stored with it. Throws AppError `unavailable` when it cannot be stored now. The stream must exist.
 */
export async function changeAlerts<Result>(
  { database, bus, metrics }: ChangeAlertsOptions,
  streamUUID: string,
  decide: (stream: ChangingStream) => AlertDecision<Result>,
): Promise<Result> {
  const wanted = { streamUuids: [streamUUID], reportKeys: [], receivedAt: 0, observedUuids: [] };
  try {
    const { result, updates, transitions } = await retryOnConflict(database, () =>
      database.reports.transact(wanted, ({ streams: [row] }) => {
        if (row === undefined) throw new Error('the stream of an alert was removed');
        const stream = new ChangingStream(row);
        const { result: decided, change, audit } = decide(stream);
        const isChanged = change !== undefined && (change.transitions.length > 0 || change.pauseEvent !== undefined);
        const auditEvents = audit !== undefined && isChanged ? [toAuditRow(audit)] : [];
        return { result: decided, ...rowsOf(stream, change), auditEvents };
      }),
    );
    await database.reports.durable();
    metrics.countAlertEvents(transitions);
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
    alertEvents: transitions.map(toAlertEventRow),
    pauseEvents: stream.pauseEvents,
    updates: update === undefined ? [] : [update],
  };
}
