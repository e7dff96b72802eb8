/** The transitions of an alert that devices cause, and those of the fault of a sensor. */
import { maxAcknowledgedMs, type Alert, type AlertTransition, changeAlert, deviceActor, createAlert } from './alert.ts';

/** Ends an alert because its status is over. */
export function endByDevice(alert: Alert, now: number): AlertTransition {
  const ended = { state: 'resolved', by: deviceActor, dueAt: null } as const;
  return alert.state === 'waiting'
    ? changeAlert(alert, 'dropped', now, ended)
    : changeAlert(alert, 'resolved', now, { ...ended, resolution: 'resolved-itself' });
}

/** Raises an alert again because its status begins again or staff have left the room. */
export function raiseByDevice(alert: Alert, now: number): AlertTransition {
  const raisedAgainCount = alert.raisedAgainCount + 1;
  return changeAlert(alert, 'raised-again', now, { state: 'raised', by: deviceActor, dueAt: null, raisedAgainCount });
}

/** The change of an alert when the sensor sees staff in the room. */
export function attendByDevice(now: number) {
  return { state: 'attended', by: deviceActor, dueAt: now + maxAcknowledgedMs } as const;
}

/**
 * Opens the fault that staff report with the answer to an alert. The status of the sensor raises no alert until somebody
 * says that it is repaired; until then a technical alert says so on every board.
 */
export function openSensorFault({ streamUUID, status, by }: Alert, uuid: string, now: number): AlertTransition {
  const fields = { uuid, streamUUID, status, priority: 'technical', latches: true, startedAt: now } as const;
  return { alert: { ...createAlert({ ...fields, raisedAt: now, now }), isFault: true, by }, event: 'opened' };
}

export function sensorFaultOf(open: readonly Alert[], status: number): Alert | undefined {
  return open.find((alert) => alert.isFault && alert.status === status);
}

/** Counts a report of the faulty status. It raises no alert, because staff know of the fault. */
export function countAtSensorFault(fault: Alert, now: number): AlertTransition {
  const { state, by, dueAt, raisedAgainCount } = fault;
  return changeAlert(fault, 'raised-again', now, { state, by, dueAt, raisedAgainCount: raisedAgainCount + 1 });
}
