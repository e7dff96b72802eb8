/** Late reports change a night that may have been counted. */
import { lateAfterMs } from '../../domain/ingest/report-rules.ts';
import type { ReportRow } from './report-store.ts';

/** A night is counted so long after its end: what arrives sooner is in the count. */
export const settledAfterMs = 3_600_000;

/** A late report is found in a history if it arrived within this time. */
export const maxLatenessMs = 3 * 86_400_000;

/** A moment of a room whose night has to be counted again. */
export interface TouchedNight {
  readonly stream_uuid: string;
  readonly at: number;
}

/** The moments of the reports that arrived after their night can have been counted, and not too late to be found. */
export function touchedNightsOf(reports: readonly ReportRow[]): readonly TouchedNight[] {
  return reports
    .filter(({ effect, at, received_at }) => effect === 'late' && isAfterCount(received_at - at))
    .map(({ stream_uuid, at }) => ({ stream_uuid, at }));
}

/** Ten minutes more are taken as late, because the clocks of two servers differ. */
function isAfterCount(delayMs: number): boolean {
  return delayMs >= settledAfterMs - lateAfterMs && delayMs <= maxLatenessMs;
}
