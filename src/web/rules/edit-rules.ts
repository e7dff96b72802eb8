/** Converts the rules of a place to the fields of a form and back. */
import type * as z from 'zod/mini';
import { alertRulesOfStream, ingestRulesOfStream } from '../../contract/rules/ingest-rules.ts';
import type { rulesEndpoints } from '../../contract/rules/rules.ts';
import { effectiveRulesOf, type PlaceRules } from '../../contract/rules/place-rules.ts';
import { type AlertRule, alertRuleOf, maxAlertDelayMs } from '../../domain/alerts/alert-rules.ts';
import { shownRuleOf, formatTimeOfDay, alertWeakeningOf } from '../../domain/alerts/shown-rule.ts';
import { maxDebounceMs } from '../../domain/ingest/ingest-rules.ts';
import { defaultShifts, type Shifts } from '../../domain/local-time/shifts.ts';
import { type RoomStatusName, roomStatuses, statusOfName } from '../../domain/room-status.ts';

export type RulesState = z.output<typeof rulesEndpoints.getRules.response>;

/** The effect of a status: no alert, or the priority of its alert. */
export type AlertEffect = 'none' | AlertRule['priority'];

/** The form fields of the rule of a status, as typed. Empty times: the rule applies at any time of day. */
export interface StatusFields {
  readonly effect: AlertEffect;
  readonly minutes: string;
  readonly from: string;
  readonly to: string;
  readonly latches: boolean;
  readonly debounceSeconds: string;
}

export const maxMinutes = maxAlertDelayMs / 60_000;
export const maxDebounceSeconds = maxDebounceMs / 1000;

/** The rules in effect if the place had these own rules. Rules for a stream type are applied to a room only. */
export function rulesInEffect({ type, above }: RulesState, own: PlaceRules) {
  const levels = [...above.map(({ rules }) => rules), own];
  const combined = effectiveRulesOf(type === null ? levels.map(withoutTypes) : levels, type ?? 'other');
  const json = JSON.stringify(combined);
  return { alerts: alertRulesOfStream(json), ...ingestRulesOfStream(type ?? 'other', json) };
}

function withoutTypes({ types: _types, ...rules }: PlaceRules): PlaceRules {
  return rules;
}

/** The form fields of the rule of a status if the place had these own rules. */
export function statusFieldsOf(state: RulesState, own: PlaceRules, name: RoomStatusName): StatusFields {
  const { alerts, debounceMs } = rulesInEffect(state, own);
  const { between = null, afterMs = 0, latches = false, priority = 'none' } = alertRuleOf(codeOf(name), alerts) ?? {};
  return {
    effect: priority,
    minutes: String(afterMs / 60_000),
    from: between === null ? '' : formatTimeOfDay(between.from),
    to: between === null ? '' : formatTimeOfDay(between.to),
    latches,
    debounceSeconds: String((debounceMs[name] ?? 0) / 1000),
  };
}

/** The own rules of the place with the edited rule, which is left out if it equals the rule of the places above. */
export function setStatusRule(state: RulesState, name: RoomStatusName, fields: StatusFields): PlaceRules {
  const { alerts = {}, debounceSeconds = {}, ...others } = state.rules;
  const { [name]: _rule, ...otherAlerts } = alerts;
  const { [name]: _seconds, ...otherDebounces } = debounceSeconds;
  const inherited = statusFieldsOf(state, {}, name);
  const rule = ruleJson(fields);
  const seconds = parseNumber(fields.debounceSeconds);
  const isSameRule = JSON.stringify(rule) === JSON.stringify(ruleJson(inherited));
  const isSameDebounce = seconds === parseNumber(inherited.debounceSeconds);
  return {
    ...others,
    ...withoutEmpty({ alerts: isSameRule ? otherAlerts : { ...otherAlerts, [name]: rule } }),
    ...withoutEmpty({ debounceSeconds: isSameDebounce ? otherDebounces : { ...otherDebounces, [name]: seconds } }),
  };
}

/** Returns an object without members if all members of the given object are empty, so that no empty rule is stored. */
function withoutEmpty<T extends Readonly<Record<string, object>>>(members: T): Partial<T> {
  return Object.values(members).every((member) => Object.keys(member).length === 0) ? {} : members;
}

type AlertRuleJson = NonNullable<NonNullable<PlaceRules['alerts']>[RoomStatusName]>;

function ruleJson({ effect, minutes, from, to, latches }: StatusFields): AlertRuleJson {
  if (effect === 'none') return false;
  const seconds = Math.round(parseNumber(minutes) * 60);
  return {
    ...(effect !== 'technical' && { priority: effect }),
    ...(seconds > 0 && { after: seconds }),
    ...(from !== '' && { between: `${from}-${to}` }),
    ...(effect === 'medium' && latches && { latches }),
  };
}

/** The typed starts of shifts, in order. An hour may have one digit. They may be invalid: see `areShifts`. */
export function parseShifts(text: string): Shifts {
  const times = text.split(/[\s,;]+/).filter((time) => time !== '');
  return times.map((time) => time.padStart('07:00'.length, '0')).toSorted();
}

/** The own rules of a location with these shifts, which are left out if they equal the default. */
export function setShifts({ shifts: _shifts, ...others }: PlaceRules, shifts: Shifts): PlaceRules {
  return shifts.join() === defaultShifts.join() ? others : { ...others, shifts: [...shifts] };
}

/** Parses a typed number, which may have a decimal comma. NaN if the text is empty. */
export function parseNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
}

export function isNumberIn(text: string, min: number, max: number): boolean {
  return parseNumber(text) >= min && parseNumber(text) <= max;
}

/** Whether both times are empty, or both are given and different. */
export function areTimesValid({ from, to }: StatusFields): boolean {
  return from === '' ? to === '' : to !== '' && from !== to;
}

export function areFieldsValid(fields: StatusFields): boolean {
  const isDebounceValid = isNumberIn(fields.debounceSeconds, 0, maxDebounceSeconds);
  if (fields.effect === 'none') return isDebounceValid;
  return isDebounceValid && isNumberIn(fields.minutes, 0, maxMinutes) && areTimesValid(fields);
}

/** Whether the own rules of a place contain a rule for the status, or for the offline time of devices. */
export function hasOwnRule(rules: PlaceRules, part: RoomStatusName | 'devices'): boolean {
  if (part === 'devices') return rules.offlineAfterSeconds !== undefined;
  return rules.alerts?.[part] !== undefined || rules.debounceSeconds?.[part] !== undefined;
}

/** The name of the nearest place above with a rule for the status or the devices. Undefined: the default applies. */
export function placeOfRule({ above, type }: RulesState, part: RoomStatusName | 'devices'): string | undefined {
  const ofType = ({ types }: PlaceRules) => (type === null ? {} : (types?.[type] ?? {}));
  return above.findLast(({ rules }) => hasOwnRule(rules, part) || hasOwnRule(ofType(rules), part))?.displayName;
}

/**
 * How the draft weakens the alert of a status of high priority. `off`: there is no alert. `limited`: it has a lower
 * priority, certain times of day, or a delay of more than a minute. Undefined: it is not weakened, or the stored rules
 * weaken it in the same way.
 */
export function weakenedBy(state: RulesState, name: RoomStatusName, draft: PlaceRules): 'off' | 'limited' | undefined {
  const code = codeOf(name);
  const shown = (own: PlaceRules) => {
    const { alerts, debounceMs } = rulesInEffect(state, own);
    return shownRuleOf(code, alertRuleOf(code, alerts), debounceMs[name]);
  };
  const [old, next] = [shown(state.rules), shown(draft)];
  if (old.priority === null || JSON.stringify(old) === JSON.stringify(next)) return undefined;
  return alertWeakeningOf(next);
}

function codeOf(name: RoomStatusName): number {
  return statusOfName(name)?.code ?? 0;
}

const statusOrder = ['high', 'medium', 'technical', 'information'];

/** The statuses that raise an alert or those that raise none, by the rules in effect, the most urgent first. */
export function statusesOf(state: RulesState, group: 'alerts' | 'no_alerts'): readonly RoomStatusName[] {
  const { alerts } = rulesInEffect(state, state.rules);
  return roomStatuses
    .filter(({ code }) => (alertRuleOf(code, alerts) === undefined) === (group === 'no_alerts'))
    .toSorted((one, other) => statusOrder.indexOf(one.priority) - statusOrder.indexOf(other.priority))
    .map(({ name }) => name);
}
