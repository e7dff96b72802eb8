/** Estimates the alerts of one room from the statuses in its report log. */
import { alertRulesOfStream, ingestRulesOfStream, timeZoneOfStream } from '../../contract/rules/ingest-rules.ts';
import { alertRuleOf, raiseTimeOf } from '../../domain/alerts/alert-rules.ts';
import { hasStatusEnded, isSameEvent } from '../../domain/alerts/continuing-status.ts';
import { debounceMsOf } from '../../domain/ingest/report-rules.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import { isHighPriority } from '../../domain/room-status.ts';
import type { StreamType } from '../../domain/stream.ts';

/** The rules of a room, parsed. `stored`: as in `stream.rules`. */
export function roomRulesOf(type: StreamType, stored: string | null) {
  const clock = localClockOf(timeZoneOfStream(stored));
  return { alerts: alertRulesOfStream(stored), ingest: ingestRulesOfStream(type, stored), clock };
}

export type RoomRules = ReturnType<typeof roomRulesOf>;

export interface LoggedStatus {
  readonly status: number;
  readonly notification: boolean;
  readonly receivedAt: number;
}

interface LastingStatus {
  readonly status: number;
  /** When the alert is raised unless the status ends before. */
  readonly raiseAt: number;
  isRaised: boolean;
}

/**
 * Estimates the alerts of a room. Answers and pauses are not known, so each status that begins raises an alert if it
 * lasts for the delay of its rule.
 */
export class EstimatedRoom {
  readonly #rules: RoomRules;
  readonly #onRaised: (at: number) => void;
  #lasting: readonly LastingStatus[] = [];

  constructor(rules: RoomRules, onRaised: (at: number) => void) {
    this.#rules = rules;
    this.#onRaised = onRaised;
  }

  /** Adds an entry of the log. The entries must be added in the order of the log. */
  add({ status, notification, receivedAt }: LoggedStatus): void {
    this.advance(receivedAt);
    this.#lasting = this.#lasting.filter((one) => !hasStatusEnded(one.status, status));
    if (this.#lasting.some((one) => one.status === status) || (!notification && !isHighPriority(status))) return;
    this.#lasting = [...this.#lasting, { status, raiseAt: this.#raiseTimeOf(status, receivedAt), isRaised: false }];
    this.advance(receivedAt);
  }

  /** Raises the alerts that are due at this time. */
  advance(now: number): void {
    for (const one of this.#lasting) {
      if (one.isRaised || one.raiseAt > now) continue;
      // The steps of getting up have one alert.
      const isKnown = this.#lasting.some((other) => other.isRaised && isSameEvent(other.status, one.status));
      one.isRaised = true;
      if (!isKnown) this.#onRaised(one.raiseAt);
    }
  }

  #raiseTimeOf(status: number, receivedAt: number): number {
    const rule = alertRuleOf(status, this.#rules.alerts);
    const raisedAt = (rule && raiseTimeOf(rule, receivedAt, this.#rules.clock)) ?? Infinity;
    return Math.max(raisedAt, receivedAt + debounceMsOf(this.#rules.ingest, status));
  }
}
