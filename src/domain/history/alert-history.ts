/** What happened to the alerts and pauses of a room, from their events. */
import {
  type Alert,
  type AlertActor,
  alertEndEvents,
  type AlertTransition,
  type shownAlertEvents,
} from '../alerts/alert.ts';
import type { PauseEvent } from '../alerts/alert-hold.ts';
import type { TimeSpan } from './status-periods.ts';

/** One step of an alert. `at`: epoch milliseconds. */
interface AlertStep {
  readonly event: (typeof shownAlertEvents)[number];
  readonly at: number;
  readonly by: AlertActor;
}

export interface AlertHistory {
  /** The alert after its newest event. */
  readonly alert: Alert;
  readonly steps: readonly AlertStep[];
  /** When the alert was first raised, in epoch milliseconds. */
  readonly raisedAt: number;
  /** Null: the alert is open. */
  readonly endedAt: number | null;
}

/**
 * The histories of alerts, the first raised first. An alert that waited and was never raised is left out, because staff
 * never saw it. `transitions`: all events of the alerts in their order.
 */
export function alertHistoriesOf(transitions: readonly AlertTransition[]): readonly AlertHistory[] {
  const byAlert = Map.groupBy(transitions, ({ alert }) => alert.uuid);
  return [...byAlert.values()]
    .flatMap((events) => historyOf(events) ?? [])
    .toSorted((one, other) => one.raisedAt - other.raisedAt);
}

function historyOf(transitions: readonly AlertTransition[]): AlertHistory | undefined {
  const steps = transitions.flatMap(({ alert: { state, since: at, by }, event }) =>
    event === 'dropped' || state === 'waiting' ? [] : [{ event, at, by }],
  );
  const [first, newest] = [steps.at(0), transitions.at(-1)];
  if (first === undefined || newest === undefined || alertEndEvents.includes(first.event)) return undefined;
  const end = steps.findLast(({ event }) => alertEndEvents.includes(event));
  return { alert: newest.alert, steps, raisedAt: first.at, endedAt: end?.at ?? null };
}

/** A time during which alerts of a room were paused. */
export interface PastPause {
  readonly from: number;
  /** Null: the pause goes on. Epoch milliseconds. */
  readonly to: number | null;
  /** Who began the pause. */
  readonly by: AlertActor;
}

/** The pauses that touch a time span. `events`: of the room, in their order, from before the span on. */
export function pausesOf(events: readonly PauseEvent[], { from, to }: TimeSpan, now: number): readonly PastPause[] {
  const pauses: PastPause[] = [];
  for (const { event, at, by, until } of events) {
    const last = pauses.at(-1);
    // A new pause replaces one that goes on. The end of a pause may never have been stored: then it is its due time.
    if (last !== undefined && (last.to === null || last.to > at)) pauses[pauses.length - 1] = { ...last, to: at };
    if (event === 'paused') pauses.push({ from: at, to: until, by });
  }
  return pauses
    .filter((pause) => pause.from < to && (pause.to ?? now) >= from)
    .map((pause) => ({ ...pause, to: pause.to !== null && pause.to <= now ? pause.to : null }));
}
