/** Parses what a device sent. Each item is parsed by itself, so a bad item of a list does not affect the others. */
import { Heartbeat, Report } from '../../contract/intake/reports.ts';
import type { BatteryAndSignal } from '../../domain/battery-and-signal.ts';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import { isKnownStatusCode, roomStatuses, statusOfName } from '../../domain/room-status.ts';
import type { Reason } from '../shared/reason.ts';
import { validateInput } from '../shared/validate-input.ts';

/** The room as the sender named it, and the field that named it. */
export interface RoomReference {
  readonly field: 'stream' | 'room';
  readonly name: string;
  /** The connection that named the room, in place of the sender. */
  readonly connection?: string;
}

/** Battery and signal of a source of the room, as its message gives them. */
export interface SourceMeasurement extends BatteryAndSignal {
  readonly source: string;
}

/** A valid item whose room is not resolved yet. */
export interface ParsedItem {
  readonly room: RoomReference;
  /** A status code that is missing in our table. It is accepted and shown as unknown. */
  readonly unknownStatus?: number;
  /** A time in the message that cannot be used, as it was sent. The time of receipt is used instead. */
  readonly unusedTime?: string;
  readonly measured?: SourceMeasurement;
  readonly incoming: (streamUUID: string) => IncomingItem;
}

export const refusalKinds = ['malformed', 'too-long', 'invalid', 'unknown-room', 'ambiguous-room'] as const;

export interface Refusal extends Reason {
  /** The kind of refusal, which the metrics count. */
  readonly kind: (typeof refusalKinds)[number];
  readonly field: string;
  /** The room as it was sent, if it was text. */
  readonly stream?: string;
  readonly room?: string;
  /** The MQTT topic. */
  readonly topic?: string;
}

export function isRefusal(item: object): item is Refusal {
  return 'kind' in item;
}

/** The maximum status code. The database stores codes as 32-bit integers. */
const maxStatusCode = 2 ** 31 - 1;

/**
 * Earlier times are not used: a device whose clock was never set sends 1970, which would sort before all others. After a
 * power failure its reports must not be refused, because they may be falls.
 */
export const minReportTime = Date.UTC(2000, 0, 1);

/** The maximum number of characters of a time that the log repeats. */
const maxQuotedLength = 40;

const statusNames = roomStatuses.map(({ name }) => name).join(', ');
const statusReason = `must be a status code (a whole number) or one of the names ${statusNames}`;

export function parseReport(input: unknown): ParsedItem | Refusal {
  const checked = validateInput(Report, input, 'report');
  if ('errors' in checked) {
    const [{ field, reason, code } = unreadable('report')] = checked.errors;
    return invalid(input, field, field === 'status' && code !== 'missing' ? statusReason : reason);
  }
  const { stream, room, status, at, id = null, notification = true } = checked.value;
  const code = statusCodeOf(status);
  if (code === undefined) return invalid(input, 'status', statusReason);
  const { unusedTime, ...time } = readTime(at);
  const report = { kind: 'report', status: code, ...time, notification, id, debounceMs: null } as const;
  return {
    room: referenceOf(stream, room),
    ...(!isKnownStatusCode(code) && { unknownStatus: code }),
    ...(unusedTime !== undefined && { unusedTime }),
    incoming: (streamUUID) => ({ ...report, streamUUID }),
  };
}

function readTime(sent: string | undefined): { readonly at: number | null; readonly unusedTime?: string } {
  if (sent === undefined) return { at: null };
  const at = Date.parse(sent);
  return at >= minReportTime ? { at } : { at: null, unusedTime: sent.slice(0, maxQuotedLength) };
}

export function parseHeartbeat(input: unknown): ParsedItem | Refusal {
  const heartbeat = typeof input === 'string' ? { room: input } : input;
  const checked = validateInput(Heartbeat.def.options[0], heartbeat, 'heartbeat');
  if ('errors' in checked) {
    const [{ field, reason } = unreadable('heartbeat')] = checked.errors;
    return invalid(input, field, reason);
  }
  const { stream, room } = checked.value;
  return { room: referenceOf(stream, room), incoming: (streamUUID) => ({ kind: 'heartbeat', streamUUID }) };
}

function unreadable(field: string) {
  return { field, reason: 'cannot be read', code: undefined };
}

function statusCodeOf(status: number | string): number | undefined {
  if (typeof status === 'string') return statusOfName(status)?.code;
  return Math.abs(status) <= maxStatusCode ? status : undefined;
}

/** The room that an item names. Exactly one of the two fields is present, because the contract requires it. */
function referenceOf(stream: string | undefined, room: string | undefined): RoomReference {
  return room === undefined ? { field: 'stream', name: stream ?? '' } : { field: 'room', name: room };
}

function invalid(input: unknown, field: string, reason: string): Refusal {
  return { kind: 'invalid', field, reason, ...sentName(input, 'stream'), ...sentName(input, 'room') };
}

function sentName(input: unknown, field: 'stream' | 'room'): { stream?: string; room?: string } {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined;
  return typeof value === 'string' ? { [field]: value.slice(0, 160) } : {};
}
