import { alertRulesOfStream } from '../../contract/ingest-rules.ts';
import { type ShownAlertRule, shownRulesOf } from '../../domain/alerts/shown-rule.ts';

/** Few rooms have rules of their own: most have those of their ward or location. */
const maxKnownRules = 1_000;
const known = new Map<string, readonly ShownAlertRule[]>();

/** `stored`: as for `alertRulesOfStream`. A list of rooms reads the same text for each room, so the result is kept. */
export function shownRulesOfStream(stored: string): readonly ShownAlertRule[] {
  const rules = known.get(stored) ?? shownRulesOf(alertRulesOfStream(stored));
  if (known.size >= maxKnownRules) known.clear();
  known.set(stored, rules);
  return rules;
}
