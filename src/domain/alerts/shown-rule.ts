/** The alert rules of a room as boards show them: only those that differ from the defaults. */
import { isHighPriority, roomStatuses } from '../room-status.ts';
import { alertRuleOf, type AlertRule, type AlertRules, type TimeRange } from './alert-rules.ts';

export type ShownAlertRule = ReturnType<typeof shownRuleOf>;

export function shownRulesOf(rules: AlertRules): readonly ShownAlertRule[] {
  return roomStatuses.flatMap(({ code }) => {
    const shown = shownRuleOf(code, alertRuleOf(code, rules));
    const byDefault = shownRuleOf(code, alertRuleOf(code, {}));
    return JSON.stringify(shown) === JSON.stringify(byDefault) ? [] : [shown];
  });
}

/**
 * A rule as boards show it. `priority` null: the status raises no alert. `between`: such as `21:00-06:00`; null: always.
 */
export function shownRuleOf(status: number, rule: AlertRule | undefined) {
  const { priority = null, afterMs = 0, between = null } = rule ?? {};
  return { status, priority, afterSeconds: afterMs / 1000, between: between && dayTimeText(between) };
}

function dayTimeText({ from, to }: TimeRange): string {
  return [from, to].map(formatTimeOfDay).join('-');
}

/** Minutes since midnight as `21:00`. */
export function formatTimeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * What a rule leaves of the alert of a status of high priority, such as a fall. `off`: there is none. `limited`: it has
 * a lower priority, or is raised at some times of day only. Undefined: it is urgent at all times, or the rule is about
 * another status.
 */
export function alertWeakeningOf(
  rule: Pick<ShownAlertRule, 'status' | 'priority' | 'between'>,
): 'off' | 'limited' | undefined {
  if (!isHighPriority(rule.status)) return undefined;
  if (rule.priority === null) return 'off';
  return rule.priority !== 'high' || rule.between !== null ? 'limited' : undefined;
}
