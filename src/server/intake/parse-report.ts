/** From what a device sent to what we take: each report by itself, so that one bad one costs only itself. */
import { Heartbeat, Report } from '../../contract/reports.ts';
import type { Incoming } from '../../domain/ingest/incoming.ts';
import { isKnownStatusCode, roomStatuses, statusOfName } from '../../domain/room-status.ts';
import { checkInput, missing } from '../http/parse-input.ts';

/** The room as its sender calls it, and in which field. */
export interface RoomReference {
  readonly field: 'stream' | 'room';
  readonly name: string;
}

/** What is for a room, before it is known which one that is. */
export interface ParsedItem {
  readonly room: RoomReference;
  /** Not in the table: taken all the same, shown as unknown. */
  readonly unknownStatus?: number;
  readonly incoming: (streamUUID: string) => Incoming;
}

/** Why, as one of few: for counting. */
export type RefusalKind = 'malformed' | 'too-long' | 'invalid' | 'unknown-room' | 'ambiguous-room';

export interface Refusal {
  readonly kind: RefusalKind;
  readonly field: string;
  readonly reason: string;
  /** As they were sent, if they were text. */
  readonly stream?: string;
  readonly room?: string;
}

/** Codes are kept in 32 bits. */
const largestCode = 2 ** 31 - 1;

/** A device whose clock was never set says 1970; its reports would count as older than all others. */
const clockUnsetBefore = Date.UTC(2000, 0, 1);

const names = roomStatuses.map(({ name }) => name).join(', ');

export function parseReport(input: unknown): ParsedItem | Refusal {
  const checked = checkInput(Report, input, 'report');
  if ('errors' in checked) {
    const [error] = checked.errors;
    const { field = 'report', reason = 'cannot be read' } = error ?? {};
    return refusalOf(input, field, field === 'status' && reason !== missing ? statusReason : reason);
  }
  const { stream, room, status, at, id = null, notification = true } = checked.value;
  const code = codeOf(status);
  if (code === undefined) return refusalOf(input, 'status', statusReason);
  const instant = at === undefined ? null : Date.parse(at);
  if (instant !== null && !(instant >= clockUnsetBefore)) return refusalOf(input, 'at', clockReason);
  return {
    room: nameOf(stream, room),
    ...(!isKnownStatusCode(code) && { unknownStatus: code }),
    incoming: (streamUUID) => ({
      kind: 'report',
      streamUUID,
      status: code,
      at: instant,
      notification,
      id,
      debounceMs: null,
    }),
  };
}

export function parseHeartbeat(input: unknown): ParsedItem | Refusal {
  const heartbeat = typeof input === 'string' ? { room: input } : input;
  const checked = checkInput(Heartbeat.def.options[0], heartbeat, 'heartbeat');
  if ('errors' in checked) {
    const [error] = checked.errors;
    return refusalOf(input, error?.field ?? 'heartbeat', error?.reason ?? 'cannot be read');
  }
  const { stream, room } = checked.value;
  return { room: nameOf(stream, room), incoming: (streamUUID) => ({ kind: 'heartbeat', streamUUID }) };
}

export function isRefusal(parsed: ParsedItem | Refusal): parsed is Refusal {
  return 'reason' in parsed;
}

const statusReason = `must be a status code (a whole number) or one of the names ${names}`;
const clockReason = "is no instant since the year 2000: set the device's clock, or leave it out";

function codeOf(status: number | string): number | undefined {
  if (typeof status === 'string') return statusOfName(status)?.code;
  return Math.abs(status) <= largestCode ? status : undefined;
}

/** The contract sees to it that there is one of them. */
function nameOf(stream: string | undefined, room: string | undefined): RoomReference {
  return room === undefined ? { field: 'stream', name: stream ?? '' } : { field: 'room', name: room };
}

function refusalOf(input: unknown, field: string, reason: string): Refusal {
  return { kind: 'invalid', field, reason, ...sentName(input, 'stream'), ...sentName(input, 'room') };
}

function sentName(input: unknown, field: 'stream' | 'room'): { stream?: string; room?: string } {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined;
  return typeof value === 'string' ? { [field]: value.slice(0, 160) } : {};
}
