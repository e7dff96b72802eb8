/** Applies a preset to the values of one message: finds the matching case, and creates the item for the room. */
import { ReportId } from '../../../contract/reports.ts';
import { isKnownStatusCode, statusOfName } from '../../../domain/room-status.ts';
import { isStorableText } from '../../../domain/storable-text.ts';
import { minReportTime, type ParsedItem, type Refusal } from '../parse-report.ts';
import type { Preset, PresetCase, PresetMessage } from './preset.ts';
import { meetsConditions, type Values } from './values.ts';

/** The maximum length of a remembered value in characters. Remembered values are counts and short words. */
const maxRememberedLength = 128;

/** A refusal repeats at most this many characters of a value that the device sent. */
const maxQuotedLength = 40;

interface CaseMatch {
  readonly preset: Preset;
  /** Status words of the product, with the status name or code they mean. */
  readonly statuses: Readonly<Record<string, string>>;
  readonly message: PresetMessage;
  readonly values: Values;
  /** As `location/room`. */
  readonly room: string;
}

/** Returns undefined when the matching case ignores the message. */
export function applyPreset(match: CaseMatch): ParsedItem | Refusal | undefined {
  const { preset, message, values, room: name } = match;
  const found = message.cases.find((one) => meetsConditions(one.if, values));
  if (found === undefined) {
    const sent = [...values].map(([value, text]) => `${value} ${quoted(text)}`).join(', ');
    return refusal(name, 'payload', `matches no case of the preset for ${preset.product}: ${sent}`);
  }
  if (found.nothing !== undefined) return undefined;
  const room = { field: 'room', name } as const;
  if (found.presence !== undefined) {
    const kind = found.presence === 'online' ? 'heartbeat' : 'offline';
    return { room, incoming: (streamUUID) => ({ kind, streamUUID }) };
  }
  const common = { at: timeOf(message, values), notification: found.quiet !== true };
  if (found.remember !== undefined) {
    const remembered = Object.entries(found.remember).map(([key, value]) => [key, values.get(value) ?? ''] as const);
    const invalid = remembered.find(([, value]) => value.length > maxRememberedLength || !isStorableText(value));
    if (invalid !== undefined) return refusal(name, 'payload', `has no valid value for ${invalid[0]}`);
    const observation = { ...common, values: Object.fromEntries(remembered), interpret: interpreterOf(preset) };
    return { room, incoming: (streamUUID) => ({ kind: 'observation', streamUUID, ...observation }) };
  }
  return statusReport(found, common, match);
}

function statusReport(
  found: PresetCase,
  common: { readonly at: number | null; readonly notification: boolean },
  match: CaseMatch,
): ParsedItem | Refusal {
  const { message, values, room: name } = match;
  const word = wordOf(found.status, match);
  const status = statusCodeOf(word);
  if (status === undefined) {
    return refusal(name, 'status', `is "${quoted(word)}", which is no status: add its meaning under statuses`);
  }
  const id = message.id === undefined ? null : (values.get(message.id) ?? null);
  if (id !== null && !ReportId.safeParse(id).success) return refusal(name, 'id', 'must be text of 1 to 128 characters');
  const report = { ...common, status, id, debounceMs: null };
  return {
    room: { field: 'room', name },
    ...(!isKnownStatusCode(status) && { unknownStatus: status }),
    incoming: (streamUUID) => ({ kind: 'report', streamUUID, ...report }),
  };
}

/** Returns a function that derives a status from all remembered values of a room; undefined if no state matches. */
function interpreterOf({ states = [] }: Preset) {
  return (remembered: Values) => {
    const state = states.find((one) => meetsConditions(one.if, remembered));
    const status = state && statusOfName(state.status)?.code;
    if (status === undefined) return undefined;
    return { status, debounceMs: state?.holdSeconds === undefined ? null : state.holdSeconds * 1000 };
  };
}

/** The status as the preset or the sender writes it, translated by the `statuses` of the connection. */
function wordOf(source: PresetCase['status'], { statuses, values }: CaseMatch): string {
  if (typeof source !== 'object') return source ?? '';
  const sent = values.get(source.value) ?? '';
  return Object.hasOwn(statuses, sent) ? (statuses[sent] ?? sent) : sent;
}

/** `word` is the name of a status or its code. */
export function statusCodeOf(word: string): number | undefined {
  return /^-?\d{1,9}$/.test(word) ? Number(word) : statusOfName(word)?.code;
}

/** Null if the message has no valid time. The time of receipt is used then. */
function timeOf({ at }: PresetMessage, values: Values): number | null {
  const sent = at === undefined ? undefined : values.get(at.value);
  if (at === undefined || sent === undefined) return null;
  const scale = at.unit === 'seconds' ? 1000 : 1;
  const time = at.unit === 'iso' ? Date.parse(sent) : Math.round(Number(sent) * scale);
  return time >= minReportTime && Number.isSafeInteger(time) ? time : null;
}

function quoted(value: string): string {
  return value.slice(0, maxQuotedLength);
}

function refusal(room: string, field: string, reason: string): Refusal {
  return { kind: 'invalid', field, reason, room };
}
