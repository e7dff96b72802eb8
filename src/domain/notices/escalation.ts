/** Whom the server reaches about an alert that nobody answers, and when. */
import type { Alert } from '../alerts/alert.ts';

/**
 * Whom a step reaches. `ward`: the people on duty on the ward of the alert. `location`: those on duty on any ward of its
 * location. `contacts`: all contacts of the location. `contact:` with a uuid: one of them.
 */
export type EscalationTarget = 'ward' | 'location' | 'contacts' | ContactTarget;
export type ContactTarget = `contact:${string}`;

interface EscalationStep {
  /** For how long nobody has answered the alert. */
  readonly afterMs: number;
  readonly target: EscalationTarget;
}

/** The steps in any order. Without a step nobody is reached. */
export type EscalationChain = readonly EscalationStep[];

/** The chain of a location or ward whose rules have none. */
export const defaultChain = [
  { afterMs: 30_000, target: 'ward' },
  { afterMs: 60_000, target: 'location' },
  { afterMs: 120_000, target: 'contacts' },
] as const satisfies EscalationChain;

export const maxChainSteps = 6;
export const maxStepDelayMs = 3_600_000;

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
export function dueTargets(chain: EscalationChain, alert: Unanswered, now: number): readonly EscalationTarget[] {
  if (!isUnanswered(alert)) return [];
  const age = now - unansweredSince(alert);
  return chain
    .filter(({ afterMs }) => age >= afterMs || age < -clockToleranceMs)
    .map(({ target }) => target)
    .filter((target) => isOnDutyTarget(target) || !alert.isTest);
}

/** Whether the step reaches people on duty, not contacts. */
export function isOnDutyTarget(target: EscalationTarget): target is 'ward' | 'location' {
  return target === 'ward' || target === 'location';
}

/** Whether all steps of the alert's chain are due, so that nobody else will be reached. False if it has no step. */
export function isChainOver(chain: EscalationChain, alert: Unanswered, now: number): boolean {
  const count = dueTargets(chain, alert, Infinity).length;
  return count > 0 && dueTargets(chain, alert, now).length === count;
}
