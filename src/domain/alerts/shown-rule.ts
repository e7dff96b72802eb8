/** The alert rules of a room as boards show them: only those that differ from the defaults. */
import type { IngestRules } from '../ingest/ingest-rules.ts';
import { isHighPriority, roomStatuses } from '../room-status.ts';
import { alertRuleOf, type AlertRule, type AlertRules, type TimeRange } from './alert-rules.ts';

export type ShownAlertRule = ReturnType<typeof shownRuleOf>;

/** `debounceMs`: the debounce times of the room. That of a status of high priority delays its alert. */
export function shownRulesOf(rules: AlertRules, debounceMs: IngestRules['debounceMs'] = {}): readonly ShownAlertRule[] {
  return roomStatuses.flatMap(({ code, name }) => {
    const shown = shownRuleOf(code, alertRuleOf(code, rules), isHighPriority(code) ? debounceMs[name] : 0);
    const byDefault = shownRuleOf(code, alertRuleOf(code, {}));
    return JSON.stringify(shown) === JSON.stringify(byDefault) ? [] : [shown];
  });
}

/**
 * A rule as boards show it. `priority` null: the status raises no alert. `between`: such as `21:00-06:00`; null: always.
 */
export function shownRuleOf(status: number, rule: AlertRule | undefined, debounceMs = 0) {
  const { priority = null, afterMs = 0, between = null } = rule ?? {};
  const afterSeconds = priority === null ? 0 : (afterMs + debounceMs) / 1000;
  return { status, priority, afterSeconds, between: between && dayTimeText(between) };
}

function dayTimeText({ from, to }: TimeRange): string {
  return [from, to].map(formatTimeOfDay).join('-');
}

/** Minutes since midnight as `21:00`. */
export function formatTimeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Whoever is on the floor for longer than this without an alert is not helped in time. */
const maxUrgentDelaySeconds = 60;

/**
 * What a rule leaves of the alert of a status of high priority, such as a fall. `off`: there is none. `limited`: it has
 * a lower priority, is raised at some times of day only, or is raised late. Undefined: it is urgent at all times, or the
 * rule is about another status.
 */
export function alertWeakeningOf(rule: ShownAlertRule): 'off' | 'limited' | undefined {
  if (!isHighPriority(rule.status)) return undefined;
  if (rule.priority === null) return 'off';
  const isLate = rule.afterSeconds > maxUrgentDelaySeconds;
  return rule.priority !== 'high' || rule.between !== null || isLate ? 'limited' : undefined;
}
