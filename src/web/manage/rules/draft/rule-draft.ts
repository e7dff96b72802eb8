/** The rules of a place as a form edits them: one edit for each status, and one for the devices. */
import type * as z from 'zod/mini';
import { alertRulesOfStream, type IngestRulesJson, ingestRulesOfStream } from '../../../../contract/ingest-rules.ts';
import type { rulesEndpoints } from '../../../../contract/manage/rules.ts';
import { effectiveRulesOf, type PlaceRules } from '../../../../contract/place-rules.ts';
import { type AlertRule, alertRuleOf } from '../../../../domain/alerts/alert-rules.ts';
import { timeOfDayText } from '../../../../domain/alerts/shown-rule.ts';
import { type RoomStatusName, roomStatuses } from '../../../../domain/room-status.ts';
import type { StreamType } from '../../../../domain/stream.ts';

export type RulesState = z.output<typeof rulesEndpoints.getRules.response>;
export type RoomRules = z.infer<typeof IngestRulesJson>;

/** What a status does: no alert, or an alert of a priority. */
export type Effect = 'none' | AlertRule['priority'];

/** The fields of a sentence about a status, as they are typed. Empty times: at any time. */
export interface StatusEdit {
  readonly effect: Effect;
  readonly minutes: string;
  readonly from: string;
  readonly to: string;
  readonly latches: boolean;
  readonly holdSeconds: string;
}

export interface DeviceEdit {
  readonly isNeverOffline: boolean;
  readonly offlineSeconds: string;
  readonly repeatSeconds: string;
}

/** `inherited`: the rules above apply again. Undefined: no change. */
export interface Edits {
  readonly statuses: Readonly<Partial<Record<RoomStatusName, StatusEdit | 'inherited' | undefined>>>;
  readonly devices?: DeviceEdit | 'inherited' | undefined;
}

export const noEdits: Edits = { statuses: {} };

/** Which rules are edited. `type`: those for one kind of device. Undefined: those for all. */
export interface RulesScope {
  readonly state: RulesState;
  readonly type: StreamType | undefined;
}

/** What applies to a room: the rules above and the own ones. */
export interface Effective {
  readonly alertRule: (status: RoomStatusName) => AlertRule | undefined;
  readonly holdSeconds: (status: RoomStatusName) => number;
  /** Null: never. */
  readonly offlineSeconds: number | null;
  readonly repeatSeconds: number;
}

const codeOf = new Map<string, number>(roomStatuses.map(({ name, code }) => [name, code]));

/** The own rules of the scope within the rules of its place. */
export function ownRules({ type }: RulesScope, rules: PlaceRules): RoomRules {
  const { types, ...all } = rules;
  return type === undefined ? all : (types?.[type] ?? {});
}

/** What applies with these rules of the place. Without them: what the places above say. */
export function effectiveOf({ state, type }: RulesScope, rules: PlaceRules | undefined): Effective {
  const roomType = type ?? state.type ?? 'other';
  const isForAllTypes = type === undefined && state.type === null;
  const own = rules ?? (type === undefined ? {} : withoutTypes(state.rules));
  const levels = [...state.above.map((place) => place.rules), own];
  const json = JSON.stringify(effectiveRulesOf(isForAllTypes ? levels.map(withoutTypes) : levels, roomType));
  const alertRules = alertRulesOfStream(json);
  const { debounceMs, offlineAfterMs, dedupeWindowMs } = ingestRulesOfStream(roomType, json);
  return {
    alertRule: (status) => alertRuleOf(codeOf.get(status) ?? 0, alertRules),
    holdSeconds: (status) => (debounceMs[status] ?? 0) / 1000,
    offlineSeconds: offlineAfterMs === null ? null : offlineAfterMs / 1000,
    repeatSeconds: dedupeWindowMs / 1000,
  };
}

function withoutTypes({ types: _types, ...rules }: PlaceRules): PlaceRules {
  return rules;
}

export function statusEditOf(status: RoomStatusName, effective: Effective): StatusEdit {
  const rule = effective.alertRule(status);
  const { between = null, afterMs = 0, latches = false, priority = 'none' } = rule ?? {};
  return {
    effect: priority,
    minutes: String(afterMs / 60_000),
    from: between === null ? '' : timeOfDayText(between.from),
    to: between === null ? '' : timeOfDayText(between.to),
    latches,
    holdSeconds: String(effective.holdSeconds(status)),
  };
}

export function deviceEditOf({ offlineSeconds, repeatSeconds }: Effective): DeviceEdit {
  return {
    isNeverOffline: offlineSeconds === null,
    offlineSeconds: String(offlineSeconds ?? 90),
    repeatSeconds: String(repeatSeconds),
  };
}

/** Whether the place itself says something about the status, or about the devices. */
export function hasOwnRule(rules: RoomRules, part: RoomStatusName | 'devices'): boolean {
  if (part === 'devices') return rules.silentAfter !== undefined || rules.repeatWithin !== undefined;
  return rules.alerts?.[part] !== undefined || rules.holdOff?.[part] !== undefined;
}

/** The statuses of high priority that raise an alert with the stored rules, and none with the draft. */
export function turnedOff(scope: RulesScope, draft: PlaceRules | undefined): readonly RoomStatusName[] {
  if (draft === undefined) return [];
  const [before, after] = [effectiveOf(scope, scope.state.rules), effectiveOf(scope, draft)];
  return roomStatuses
    .filter(({ name, priority }) => priority === 'high' && before.alertRule(name) && !after.alertRule(name))
    .map(({ name }) => name);
}

const order = ['high', 'medium', 'technical', 'information'];

/** Those that raise an alert now, or those that do not. A sentence stays in its place until the change is saved. */
export function statusesOf(scope: RulesScope, group: 'alerts' | 'no_alerts'): readonly RoomStatusName[] {
  const { alertRule } = effectiveOf(scope, scope.state.rules);
  return roomStatuses
    .filter(({ name }) => (alertRule(name) === undefined) === (group === 'no_alerts'))
    .toSorted((one, other) => order.indexOf(one.priority) - order.indexOf(other.priority))
    .map(({ name }) => name);
}
