/** Turns the edits of a form into rules. */
import type { PlaceRules } from '../../../../contract/place-rules.ts';
import { type RoomStatusName, roomStatuses } from '../../../../domain/room-status.ts';
import {
  type DeviceEdit,
  deviceEditOf,
  type Edits,
  effectiveOf,
  ownRules,
  type RoomRules,
  type RulesScope,
  type StatusEdit,
  statusEditOf,
} from './rule-draft.ts';
import { hasFault, numberOf } from './rule-faults.ts';

type AlertRuleJson = Exclude<NonNullable<RoomRules['alerts']>[RoomStatusName], undefined>;

/**
 * The rules of the place with the edits. Undefined: an edit is wrong. An edit that says the same as the places above is
 * no rule of its own.
 */
export function applyEdits(scope: RulesScope, edits: Edits): PlaceRules | undefined {
  if (hasFault(edits)) return undefined;
  const { state, type } = scope;
  const above = effectiveOf(scope, undefined);
  const stored = ownRules(scope, state.rules);
  const withDevices = edits.devices === undefined ? stored : withDeviceEdit(stored, edits.devices, deviceEditOf(above));
  const own = roomStatuses.reduce((rules, { name }) => {
    const edit = edits.statuses[name];
    return edit === undefined ? rules : withStatusEdit(rules, name, edit, statusEditOf(name, above));
  }, withDevices);
  if (type === undefined) return { ...own, ...(state.rules.types && { types: state.rules.types }) };
  const { types: storedTypes = {}, ...all } = state.rules;
  const { [type]: _own, ...otherTypes } = storedTypes;
  return { ...all, ...withoutEmpty({ types: { ...otherTypes, ...withoutEmpty({ [type]: own }) } }) };
}

function withStatusEdit(
  { alerts = {}, holdOff = {}, ...rules }: RoomRules,
  name: RoomStatusName,
  edit: StatusEdit | 'inherited',
  inherited: StatusEdit,
): RoomRules {
  const { [name]: _alert, ...otherAlerts } = alerts;
  const { [name]: _hold, ...otherHolds } = holdOff;
  const isSameRule = edit === 'inherited' || JSON.stringify(ruleJson(edit)) === JSON.stringify(ruleJson(inherited));
  const isSameHold = edit === 'inherited' || edit.holdSeconds === inherited.holdSeconds;
  return {
    ...rules,
    ...withoutEmpty({ alerts: isSameRule ? otherAlerts : { ...otherAlerts, [name]: ruleJson(edit) } }),
    ...withoutEmpty({ holdOff: isSameHold ? otherHolds : { ...otherHolds, [name]: numberOf(edit.holdSeconds) } }),
  };
}

function withDeviceEdit(
  { silentAfter: _silent, repeatWithin: _repeat, ...rules }: RoomRules,
  edit: DeviceEdit | 'inherited',
  inherited: DeviceEdit,
): RoomRules {
  return edit === 'inherited' ? rules : { ...rules, ...deviceRules(edit, inherited) };
}

/** No members if all of them are empty objects. */
function withoutEmpty<T extends Readonly<Record<string, object>>>(members: T): Partial<T> {
  return Object.values(members).every((member) => Object.keys(member).length === 0) ? {} : members;
}

function ruleJson({ effect, minutes, from, to, latches }: StatusEdit): AlertRuleJson {
  if (effect === 'none') return false;
  const seconds = Math.round(numberOf(minutes) * 60);
  return {
    ...(effect !== 'technical' && { priority: effect }),
    ...(seconds > 0 && { after: seconds }),
    ...(from !== '' && { between: `${from}-${to}` }),
    ...(effect === 'medium' && latches && { latches }),
  };
}

function deviceRules(edit: DeviceEdit, inherited: DeviceEdit): Pick<RoomRules, 'repeatWithin' | 'silentAfter'> {
  const isOfflineSame =
    edit.isNeverOffline === inherited.isNeverOffline &&
    (edit.isNeverOffline || edit.offlineSeconds === inherited.offlineSeconds);
  return {
    ...(edit.repeatSeconds !== inherited.repeatSeconds && { repeatWithin: numberOf(edit.repeatSeconds) }),
    ...(!isOfflineSame && { silentAfter: edit.isNeverOffline ? null : numberOf(edit.offlineSeconds) }),
  };
}
