/** Which statuses raise an alert, and how it ends: the defaults, and the changes of a home. */
import { type RoomStatusName, statusOfCode } from '../room-status.ts';
import type { AlertPriority } from './alert.ts';

export interface AlertRule {
  readonly priority: AlertPriority;
  /** True: the alert stays open until a user resolves it. False: it also ends when the status ends. */
  readonly latches: boolean;
  /** The status must last this long. 0: the alert is raised at once. */
  readonly afterMs: number;
}

/** The changes of a home, by status name. Null: the status raises no alert. */
export type AlertRules = Readonly<Partial<Record<RoomStatusName, AlertRule | null>>>;

/** A device that starts is `initializing` for a moment. */
const initializingLimitMs = 2 * 60_000;

/** The rule of a status code; undefined: it raises no alert. A code that is not in the status table is technical. */
export function alertRuleOf(code: number, rules: AlertRules): AlertRule | undefined {
  const { name, priority } = statusOfCode(code);
  const own = name === 'unknown' ? undefined : rules[name];
  if (own !== undefined) return own ?? undefined;
  if (priority === 'information') return undefined;
  return { priority, latches: priority === 'high', afterMs: name === 'initializing' ? initializingLimitMs : 0 };
}
