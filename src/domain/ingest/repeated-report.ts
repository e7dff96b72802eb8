/** Tells a report that was sent again from another report with the same id. */
import { isHighPriority } from '../room-status.ts';
import type { IncomingReport } from './incoming.ts';
import { lateAfterMs } from './report-rules.ts';
import { correctReportTime } from './report-time.ts';

/** The parts of a stored report that tell whether another one repeats it. `at`: epoch milliseconds. */
export interface StoredReport {
  readonly status: number;
  readonly at: number;
}

/**
 * Whether a report with the id of a stored one is that report, sent again. A device that counts its reports begins anew
 * after a power failure, so another status, or another time, is another report. A report without a time may be sent
 * again hours later; only a fall is then taken for another one, because a fall that is told twice is better than none.
 */
export function isSentAgain({ status, at }: IncomingReport, stored: StoredReport, now: number): boolean {
  if (status !== stored.status) return false;
  if (at === null && !isHighPriority(status)) return true;
  return Math.abs(correctReportTime(at ?? now, now) - stored.at) <= lateAfterMs;
}
