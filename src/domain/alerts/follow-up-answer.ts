/** Decides which alert of a room waits after an answer of staff, because the status of a resolved alert goes on. */
import { maxAcknowledgedMs, type Alert, type AlertTransition, createAlert } from './alert.ts';
import { type AlertHold, type AlertOutcome, applyAnswerToHold } from './alert-hold.ts';
import { openSensorFault } from './device-transitions.ts';
import { isStatusUnanswered } from './continuing-status.ts';

/**
 * The transitions of an answer, and the alert that waits because the status of a resolved one goes on. `answered`: the
 * transitions of the answer, that of the answered alert first.
 */
export function followUpAnswer(
  answered: readonly [AlertTransition, ...AlertTransition[]],
  hold: AlertHold,
  now: number,
  createUuid: () => string,
): AlertOutcome {
  const [own] = answered;
  const next = alertAfter(own.alert, hold, now, createUuid);
  return { transitions: [...answered, ...next], hold: applyAnswerToHold(hold, own, now) };
}

function alertAfter(
  resolved: Alert,
  hold: AlertHold,
  now: number,
  createUuid: () => string,
): readonly AlertTransition[] {
  if (resolved.resolution === 'sensor-faulty') return [openSensorFault(resolved, createUuid(), now)];
  return goesOn(resolved, hold) ? [waitingAlert(resolved, now, createUuid())] : [];
}

/**
 * Whether the sensor has not reported yet that the status is over. Some devices report a fall and never its end, so
 * only one more alert is raised: after the second answer the device has to report the fall again.
 */
function goesOn({ state, isTest, priority, status }: Alert, { continuing }: AlertHold): boolean {
  return state === 'resolved' && !isTest && priority === 'high' && isStatusUnanswered(continuing, status);
}

/** The alert that is raised if the status of a resolved one goes on for too long. It is dropped when the status ends. */
function waitingAlert({ streamUUID, status, priority, latches, startedAt }: Alert, now: number, uuid: string) {
  const fields = { uuid, streamUUID, status, priority, latches, startedAt, now };
  return { alert: createAlert({ ...fields, raisedAt: now + maxAcknowledgedMs }), event: 'opened' } as const;
}
