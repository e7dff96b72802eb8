/** Whom the server reaches about an alert that nobody answers, and when. */
import type { Alert } from '../alerts/alert.ts';

/**
 * The steps of the chain. `ward`: the people on duty on the ward of the alert. `location`: those on duty on its other
 * wards. `contacts`: the contacts of its location.
 */
export const escalationSteps = [
  { afterMs: 30_000, target: 'ward' },
  { afterMs: 60_000, target: 'location' },
  { afterMs: 120_000, target: 'contacts' },
] as const;

export type EscalationTarget = (typeof escalationSteps)[number]['target'];

/** Servers of one installation may differ by this much. A larger time in the future means that the clock was set. */
const clockToleranceMs = 5_000;

type Unanswered = Pick<Alert, 'state' | 'priority' | 'isFault' | 'isTest' | 'since' | 'unansweredSince'>;

/** Whether staff have to answer the alert, and nobody has. Technical alerts wait for the next person at a board. */
export function isUnanswered({
  state,
  priority,
  isFault,
}: Pick<Unanswered, 'state' | 'priority' | 'isFault'>): boolean {
  return state === 'raised' && priority !== 'technical' && !isFault;
}

/**
 * When the chain of an alert began. A status that comes and goes raises its alert again and again, which must not put
 * off its chain.
 */
export function unansweredSince({
  unansweredSince: start,
  since,
}: Pick<Unanswered, 'since' | 'unansweredSince'>): number {
  return start ?? since;
}

/**
 * Who must be reached about the alert by `now` (epoch milliseconds). Whoever joins a target later is reached then. An
 * alert from the future, because the clock was set back, has no age, so all are reached at once. A drill stays in the
 * home.
 */
export function dueTargets(alert: Unanswered, now: number): readonly EscalationTarget[] {
  if (!isUnanswered(alert)) return [];
  const age = now - unansweredSince(alert);
  return escalationSteps
    .filter(({ afterMs }) => age >= afterMs || age < -clockToleranceMs)
    .map(({ target }) => target)
    .filter((target) => target !== 'contacts' || !alert.isTest);
}

/** Whether all steps of the alert's chain are due, so that nobody else will be reached. False if it has no step. */
export function isChainOver(alert: Unanswered, now: number): boolean {
  const count = dueTargets(alert, Infinity).length;
  return count > 0 && dueTargets(alert, now).length === count;
}
