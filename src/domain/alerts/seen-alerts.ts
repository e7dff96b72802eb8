/** An answer is about what its sender saw, also if it arrives late: nobody has seen a second fall that came meanwhile. */
import { type AlertAction, answerAlert } from './alert-actions.ts';
import type { Alert, AlertUser } from './alert.ts';

/** How often each alert had been raised again when the sender of an answer saw it, by its uuid. */
export type SeenAlerts = ReadonlyMap<string, number>;

interface AnsweredAlert {
  readonly alert: Alert;
  /** The open alerts of its room. */
  readonly open: readonly Alert[];
  readonly seen: SeenAlerts;
}

/**
 * Like `answerAlert`, for the alerts that are still as the sender saw them. NOTE: it does not compare their states: a
 * colleague may have said meanwhile that she is on the way, and nothing new has happened in the room. A withdrawal needs
 * no comparison, because it silences nothing.
 */
export function answerAsSeen({ alert, open, seen }: AnsweredAlert, action: AlertAction, by: AlertUser, now: number) {
  if (action.kind === 'withdraw') return answerAlert(alert, open, action, by, now);
  // The fault of a sensor counts reports, and an answer to it is about the sensor.
  const isAsSeen = ({ uuid, isFault, raisedAgainCount }: Alert) => isFault || seen.get(uuid) === raisedAgainCount;
  const answered = answerAlert(alert, open.filter(isAsSeen), action, by, now);
  return answered === 'unchanged' || isAsSeen(alert) ? answered : 'refused';
}
