/** What figures count about one alert. */
import type { AlertActor, AlertEvent, AlertPriority, AlertResolution } from '../../alerts/alert.ts';
import type { AlertHistory } from '../alert-history.ts';

/** One alert that staff saw. Drills have none. */
export interface AlertFigure {
  readonly status: number;
  readonly priority: AlertPriority;
  /** When boards first showed the alert, in epoch milliseconds. */
  readonly raisedAt: number;
  /** From `raisedAt` until somebody was on the way, in milliseconds. Null: nobody said so. */
  readonly acknowledgedMs: number | null;
  /** From `raisedAt` until somebody was in the room. Null: neither a person nor a sensor said so. */
  readonly arrivedMs: number | null;
  /** From `raisedAt` until the alert ended. Null: it is open. */
  readonly endedMs: number | null;
  /** The subject of the user who was on the way first and did not withdraw it. Null: nobody said so. */
  readonly answeredBy: string | null;
  readonly raisedAgainCount: number;
  /** How the alert ended. Null: it is open, or its room is no longer monitored. */
  readonly resolution: AlertResolution | null;
}

const acknowledgements: readonly AlertEvent[] = ['acknowledged', 'attended', 'resolved'];

interface Step {
  readonly event: AlertEvent;
  readonly by: AlertActor;
}

/**
 * The step by which a user took care of an alert. Who comes without a word acknowledges by coming, and so does who
 * resolves the alert. What was withdrawn is no answer.
 */
export function acknowledgementOf<AnyStep extends Step>(steps: readonly AnyStep[]): AnyStep | undefined {
  return validStepsOf(steps).find(({ event, by }) => by.kind === 'user' && acknowledgements.includes(event));
}

/** The steps after the last withdrawal. */
function validStepsOf<AnyStep extends Step>(steps: readonly AnyStep[]): readonly AnyStep[] {
  return steps.slice(steps.findLastIndex(({ event }) => event === 'withdrawn') + 1);
}

export function alertFigureOf({ alert, steps, raisedAt, endedAt }: AlertHistory): AlertFigure | undefined {
  if (alert.isTest) return undefined;
  const { status, priority, raisedAgainCount, resolution } = alert;
  const acknowledged = acknowledgementOf(steps);
  const arrived = validStepsOf(steps).find(({ event }) => event === 'attended');
  const since = (at: number | null | undefined) => (at === null || at === undefined ? null : at - raisedAt);
  return {
    status,
    priority,
    raisedAt,
    acknowledgedMs: since(acknowledged?.at),
    answeredBy: acknowledged?.by.kind === 'user' ? acknowledged.by.subject : null,
    arrivedMs: since(arrived?.at),
    endedMs: since(endedAt),
    raisedAgainCount,
    resolution,
  };
}

/** How long a resident waited until somebody was on the way, or until the alert ended or `now`. Milliseconds. */
export function waitOf({ raisedAt, acknowledgedMs, endedMs }: AlertFigure, now: number): number {
  return acknowledgedMs ?? endedMs ?? now - raisedAt;
}
