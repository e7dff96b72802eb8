/** The state of a stream that the ingest rules read and change. */
import type { ReportedState, StatusReport } from './status-report.ts';

/** A status that has not yet lasted for its debounce time. */
export interface PendingReport extends StatusReport {
  /** When the debounce time is over. Epoch milliseconds. */
  readonly dueAt: number;
}

export interface IngestState extends ReportedState {
  /** When the device last sent something, by our clock; null: never. Epoch milliseconds. */
  readonly seenAt: number | null;
  /** The status that was shown before the device went offline; null while it is online. */
  readonly statusBeforeOffline: number | null;
  readonly pending: PendingReport | null;
}
