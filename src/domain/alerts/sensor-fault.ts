/**
 * A sensor that staff have found faulty. Its status raises no alert until somebody says that it is repaired; until then
 * a technical alert says so on every board.
 */
import { type Alert, type AlertTransition, changeAlert, newAlert } from './alert.ts';

/** Opens the fault that staff report with the answer to an alert. */
export function openFault({ streamUUID, status, by }: Alert, uuid: string, now: number): AlertTransition {
  const fields = { uuid, streamUUID, status, priority: 'technical', latches: true, startedAt: now } as const;
  return { alert: { ...newAlert({ ...fields, raisedAt: now, now }), isFault: true, by }, event: 'opened' };
}

export function faultOf(open: readonly Alert[], status: number): Alert | undefined {
  return open.find((alert) => alert.isFault && alert.status === status);
}

/** Counts a status that raises no alert. Who knows of the fault is not called again. */
export function countAtFault(fault: Alert, now: number): AlertTransition {
  const { state, by, dueAt, raisedAgainCount } = fault;
  return changeAlert(fault, 'raised-again', now, { state, by, dueAt, raisedAgainCount: raisedAgainCount + 1 });
}
