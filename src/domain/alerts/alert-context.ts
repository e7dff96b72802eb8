/** What decides about the alerts of a room besides the message, and the result. */
import type { AlertTransition } from './alert.ts';
import type { AlertHold } from './alert-hold.ts';
import type { AlertRules } from './alert-rules.ts';

export interface AlertContext {
  readonly streamUUID: string;
  /** An inactive room is not monitored, so its reports open no alert. */
  readonly isActive: boolean;
  readonly rules: AlertRules;
  readonly hold: AlertHold;
  /** The time of receipt. Epoch milliseconds. */
  readonly now: number;
  readonly createUuid: () => string;
  /** The minute of the day of an instant, in the time zone of the home. */
  readonly minuteOfDay: (epochMs: number) => number;
}

export interface AlertOutcome {
  readonly transitions: readonly AlertTransition[];
  readonly hold: AlertHold;
}
