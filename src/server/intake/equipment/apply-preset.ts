/** Applies a preset to the values of one message: which case matches, and which item it means for the room. */
import { ReportId } from '../../../contract/reports.ts';
import { isKnownStatusCode, statusOfName } from '../../../domain/room-status.ts';
import { isStorableText } from '../../../domain/storable-text.ts';
import { minReportTime, type ParsedItem, type Refusal } from '../parse-report.ts';
import type { Preset, PresetCase, PresetMessage } from './preset.ts';
import { meetsConditions, type Values } from './values.ts';

/** Characters. Remembered values are counts and short words. */
const maxRememberedLength = 128;

/** Characters of a sender's value that are repeated in a refusal. */
const maxQuotedLength = 40;

interface CaseMatch {
  readonly preset: Preset;
  /** See the settings of the connection. */
  readonly statuses: Readonly<Record<string, string>>;
  readonly message: PresetMessage;
  readonly values: Values;
  /** As `location/room`. */
  readonly room: string;
}

/** Returns undefined when the matching case ignores the message. */
export function applyPreset(match: CaseMatch): ParsedItem | Refusal | undefined {
  const { preset, message, values, room } = match;
  const found = message.cases.find((one) => meetsConditions(one.if, values));
  if (found === undefined) {
    const sent = [...values].map(([name, value]) => `${name} ${quoted(value)}`).join(', ');
    return refusal(room, 'payload', `matches no case of the preset for ${preset.product}: ${sent}`);
  }
  if (found.nothing !== undefined) return undefined;
  if (found.presence !== undefined) {
    const kind = found.presence === 'online' ? 'heartbeat' : 'offline';
    return { room: { field: 'room', name: room }, incoming: (streamUUID) => ({ kind, streamUUID }) };
  }
  return found.remember === undefined
    ? statusReport(found, match)
    : observation({ ...found, remember: found.remember }, match);
}

function observation(
  { remember, quiet }: PresetCase & { readonly remember: Readonly<Record<string, string>> },
  { preset, message, values, room }: CaseMatch,
): ParsedItem | Refusal {
  const remembered = Object.entries(remember).map(([name, value]) => [name, values.get(value) ?? ''] as const);
  const invalid = remembered.find(([, value]) => value.length > maxRememberedLength || !isStorableText(value));
  if (invalid !== undefined) return refusal(room, 'payload', `has no valid value for ${invalid[0]}`);
  const common = {
    kind: 'observation',
    values: Object.fromEntries(remembered),
    at: timeOf(message, values),
    notification: quiet !== true,
    interpret: interpreterOf(preset),
  } as const;
  return { room: { field: 'room', name: room }, incoming: (streamUUID) => ({ ...common, streamUUID }) };
}

function statusReport(
  { status: source, quiet, holdSeconds }: PresetCase,
  { statuses, message, values, room }: CaseMatch,
): ParsedItem | Refusal {
  const status = statusCodeOf(statuses, source, values);
  if (status === undefined) {
    const sent = typeof source === 'object' ? (values.get(source.value) ?? '') : '';
    return refusal(room, 'status', `is "${quoted(sent)}", which is no status: add its meaning under statuses`);
  }
  const id = message.id === undefined ? null : (values.get(message.id) ?? null);
  if (id !== null && !ReportId.safeParse(id).success) return refusal(room, 'id', 'must be text of 1 to 128 characters');
  const report = {
    kind: 'report',
    status,
    at: timeOf(message, values),
    notification: quiet !== true,
    id,
    debounceMs: toMs(holdSeconds),
  } as const;
  return {
    room: { field: 'room', name: room },
    ...(!isKnownStatusCode(status) && { unknownStatus: status }),
    incoming: (streamUUID) => ({ ...report, streamUUID }),
  };
}

/** Derives a status from all remembered values of a room; undefined if no state matches. */
function interpreterOf({ states = [] }: Preset) {
  return (remembered: Values) => {
    const state = states.find((one) => meetsConditions(one.if, remembered));
    const code = state === undefined ? undefined : statusOfName(state.status)?.code;
    return code === undefined ? undefined : { status: code, debounceMs: toMs(state?.holdSeconds) };
  };
}

function statusCodeOf(statuses: CaseMatch['statuses'], source: PresetCase['status'], values: Values) {
  if (source === undefined) return undefined;
  if (typeof source === 'string') return statusOfName(source)?.code;
  const sent = values.get(source.value) ?? '';
  const status = Object.hasOwn(statuses, sent) ? (statuses[sent] ?? sent) : sent;
  return /^-?\d{1,9}$/.test(status) ? Number(status) : statusOfName(status)?.code;
}

/** Null if the message has no valid time. The time of receipt is used then. */
function timeOf({ at }: PresetMessage, values: Values): number | null {
  const sent = at === undefined ? undefined : values.get(at.value);
  if (at === undefined || sent === undefined) return null;
  const scale = at.unit === 'seconds' ? 1000 : 1;
  const time = at.unit === 'iso' ? Date.parse(sent) : Math.round(Number(sent) * scale);
  return time >= minReportTime && Number.isSafeInteger(time) ? time : null;
}

function toMs(seconds: number | undefined): number | null {
  return seconds === undefined ? null : seconds * 1000;
}

function quoted(value: string): string {
  return value.slice(0, maxQuotedLength);
}

function refusal(room: string, field: string, reason: string): Refusal {
  return { kind: 'invalid', field, reason, room };
}
