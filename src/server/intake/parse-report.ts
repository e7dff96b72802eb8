/** From what a device sent to what we take: each report by itself, so that one bad one costs only itself. */
import { isKnownStatusCode, roomStatuses, statusOfName } from '../../domain/room-status.ts';
import { Report } from '../../contract/reports.ts';
import { checkInput } from '../http/parse-input.ts';

export interface ParsedReport {
  /** Lower case. */
  readonly streamUUID: string;
  readonly status: number;
  /** Not in the table: taken all the same, shown as unknown. */
  readonly isUnknownStatus: boolean;
  /** Epoch milliseconds; null when the device did not say. */
  readonly at: number | null;
  readonly notification: boolean;
  readonly id: string | null;
}

export interface RefusedReport {
  readonly field: string;
  readonly reason: string;
  /** As it was sent, if it was text. */
  readonly stream?: string;
}

/** Codes are kept in 32 bits. */
const largestCode = 2 ** 31 - 1;

/** A device whose clock was never set says 1970; its reports would count as older than all others. */
const clockUnsetBefore = Date.UTC(2000, 0, 1);

const names = roomStatuses.map(({ name }) => name).join(', ');

export function parseReport(input: unknown): ParsedReport | RefusedReport {
  const checked = checkInput(Report, input, 'report');
  if ('errors' in checked) {
    const [error] = checked.errors;
    const stream = sentStream(input);
    const field = error?.field ?? 'report';
    const reason = field === 'status' ? statusReason : (error?.reason ?? 'cannot be read');
    return { field, reason, ...(stream !== undefined && { stream }) };
  }
  const { stream, status, at, id, notification } = checked.value;
  const code = codeOf(status);
  if (code === undefined) return { field: 'status', reason: statusReason, stream };
  const instant = at === undefined ? null : Date.parse(at);
  if (instant !== null && !(instant >= clockUnsetBefore)) return { field: 'at', reason: clockReason, stream };
  return {
    streamUUID: stream.toLowerCase(),
    status: code,
    isUnknownStatus: !isKnownStatusCode(code),
    at: instant,
    notification: notification ?? true,
    id: id ?? null,
  };
}

const statusReason = `must be a status code (a whole number) or one of the names ${names}`;
const clockReason = "is no instant since the year 2000: set the device's clock, or leave it out";

function codeOf(status: number | string): number | undefined {
  if (typeof status === 'string') return statusOfName(status)?.code;
  return Math.abs(status) <= largestCode ? status : undefined;
}

function sentStream(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('stream' in input)) return undefined;
  return typeof input.stream === 'string' ? input.stream.slice(0, 64) : undefined;
}
