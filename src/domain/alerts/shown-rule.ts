/** The alert rules of a room as boards show them: only those that differ from the defaults. */
import { isHighPriority, roomStatuses } from '../room-status.ts';
import type { AlertPriority } from './alert.ts';
import { alertRuleOf, type AlertRule, type AlertRules, type DayTime } from './alert-rules.ts';

export interface ShownAlertRule {
  /** The room status code that the rule is about. */
  readonly status: number;
  /** Null: the status raises no alert. */
  readonly priority: AlertPriority | null;
  /** The status must last this many seconds. */
  readonly afterSeconds: number;
  /** The alert is raised at this time of day only, such as `21:00-06:00` in the time zone of the home. Null: always. */
  readonly between: string | null;
}

export function shownRulesOf(rules: AlertRules): readonly ShownAlertRule[] {
  return roomStatuses.flatMap(({ code }) => {
    const shown = shownRule(code, alertRuleOf(code, rules));
    const byDefault = shownRule(code, alertRuleOf(code, {}));
    return JSON.stringify(shown) === JSON.stringify(byDefault) ? [] : [shown];
  });
}

function shownRule(status: number, rule: AlertRule | undefined): ShownAlertRule {
  if (rule === undefined) return { status, priority: null, afterSeconds: 0, between: null };
  const { priority, afterMs, between } = rule;
  return { status, priority, afterSeconds: afterMs / 1000, between: between && dayTimeText(between) };
}

function dayTimeText({ from, to }: DayTime): string {
  return [from, to].map(timeOfDayText).join('-');
}

/** Minutes since midnight as `21:00`. */
export function timeOfDayText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Whether a status of high priority, such as a fall, raises no alert by these rules. */
export function isUrgentAlertOff(rules: readonly Pick<ShownAlertRule, 'status' | 'priority'>[]): boolean {
  return rules.some(({ status, priority }) => priority === null && isHighPriority(status));
}
