/** What one message changes in a stream, and what is written to the report log. */
import type { IngestState, StatusReport } from './ingest-state.ts';
import type { ReportEffect } from './report-rules.ts';

/** One row of the report log. */
export interface ReportLogEntry extends StatusReport {
  readonly reportId: string | null;
  /** The source that reported the status. Missing: unknown. */
  readonly source?: string | undefined;
  /** What caused the entry: a message of the sender, the watchdog, or the end of a debounce time. */
  readonly by: 'sender' | 'watchdog' | 'debounce';
  readonly effect: ReportEffect;
  readonly revision: number;
  /** For a late report: the newer status that its source has reported. Missing: none is known. */
  readonly newerStatus?: number | undefined;
  /**
   * For a report that was derived from observed values: whether the values gave another status before. `true`: it is a
   * new event, such as a second fall, whatever the card showed. Undefined: only the statuses of the room can tell.
   */
  readonly begins?: boolean | undefined;
}

export interface IngestResult {
  readonly state: IngestState;
  readonly log: readonly ReportLogEntry[];
  /**
   * The observed values still give this status of high priority: a fall goes on. There is no row in the log, because
   * devices repeat their values often. A repeated report has a row instead, with the effect `applied` or `duplicate`.
   */
  readonly repeated?: number;
}

/** The result of a message that is no report. A change of the card has a row in the log. */
export function withChangeLogged(
  before: IngestState,
  state: IngestState,
  at: number,
  by: ReportLogEntry['by'],
): IngestResult {
  if (state.revision === before.revision) return { state, log: [] };
  // Two notifications can have the same time, so both status and time are compared.
  const hasNotified =
    state.lastNotification !== before.lastNotification || state.lastNotificationSent !== before.lastNotificationSent;
  return { state, log: [entryOf(state, at, hasNotified && state.lastNotification === state.roomStatus, by)] };
}

export function entryOf(
  { roomStatus: status, revision, statusSource }: IngestState,
  at: number,
  notification: boolean,
  by: ReportLogEntry['by'],
): ReportLogEntry {
  return {
    status,
    at,
    notification,
    reportId: null,
    source: statusSource ?? undefined,
    by,
    effect: 'applied',
    revision,
  };
}
