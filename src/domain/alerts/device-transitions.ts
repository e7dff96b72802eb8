/** The transitions of an alert that the devices of its room cause. */
import { acknowledgedLimitMs, type Alert, type AlertTransition, changeAlert, device } from './alert.ts';

/** The status of the alert is over. */
export function endedByDevice(alert: Alert, now: number): AlertTransition {
  const ended = { state: 'resolved', by: device, dueAt: null } as const;
  return alert.state === 'waiting'
    ? changeAlert(alert, 'dropped', now, ended)
    : changeAlert(alert, 'resolved', now, { ...ended, resolution: 'resolved-itself' });
}

/** The status begins again, or staff have left. */
export function raisedByDevice(alert: Alert, now: number): AlertTransition {
  const raisedAgainCount = alert.raisedAgainCount + 1;
  return changeAlert(alert, 'raised-again', now, { state: 'raised', by: device, dueAt: null, raisedAgainCount });
}

/** The change of an alert when the sensor sees staff in the room. */
export function attendedByDevice(now: number) {
  return { state: 'attended', by: device, dueAt: now + acknowledgedLimitMs } as const;
}
