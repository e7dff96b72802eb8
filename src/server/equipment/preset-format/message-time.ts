/** Reads the time of the event from the values of a message. */
import { ReportTime } from '../../../contract/intake/reports.ts';
import { minReportTime } from '../../messages/parse-report.ts';
import type { PresetMessage } from './preset.ts';
import type { ExtractedValues } from './values.ts';

/** The latest time that is accepted. A later time must have another unit, such as microseconds. */
const maxReportTime = Date.UTC(2100, 0, 1);

/** The maximum number of characters of a sent value that a refusal repeats. */
const maxQuotedLength = 40;

/**
 * Returns the time of the event in epoch milliseconds; null: the time of receipt is used. A message with a wrong time
 * is accepted, because a fall must not be lost, and its time is returned as `unusedTime` for the log.
 */
export function timeOfMessage(
  { at }: PresetMessage,
  values: ExtractedValues,
): { readonly at: number | null; readonly unusedTime?: string } {
  const sent = at === undefined ? undefined : values.get(at.value);
  if (at === undefined || sent === undefined) return { at: null };
  const time = at.unit === 'iso' ? isoTime(sent) : epochTime(sent, at.unit === 'seconds' ? 1000 : 1);
  return time >= minReportTime && time <= maxReportTime ? { at: time } : { at: null, unusedTime: quote(sent) };
}

/** Parses an ISO time. Returns NaN for a time without a zone, which would be read in the time zone of the server. */
function isoTime(sent: string): number {
  return ReportTime.safeParse(sent).success ? Date.parse(sent) : Number.NaN;
}

function epochTime(sent: string, scale: number): number {
  return /^\d+(\.\d+)?$/.test(sent) ? Math.round(Number(sent) * scale) : Number.NaN;
}

export function quote(value: string): string {
  return value.slice(0, maxQuotedLength);
}
