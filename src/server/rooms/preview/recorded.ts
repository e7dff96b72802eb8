/** What the database has recorded about a room, as a replay reads it. */
import type { Alert, AlertTransition } from '../../../domain/alerts/alert.ts';
import type { AlertAction } from '../../../domain/alerts/alert-actions.ts';
import type { ReportEffect } from '../../../domain/ingest/report-rules.ts';

/** An entry of the report log. */
export interface RecordedReport {
  readonly streamUUID: string;
  readonly status: number;
  readonly notification: boolean;
  readonly at: number;
  readonly receivedAt: number;
  readonly hasId: boolean;
  readonly by: 'sender' | 'watchdog' | 'debounce';
  readonly effect: ReportEffect;
}

/** What happened to an alert, or a pause that a user has begun or ended. */
export type RecordedEvent =
  | { readonly kind: 'alert'; readonly streamUUID: string; readonly at: number; readonly transition: AlertTransition }
  /** `until`: when it ends by itself. Null: a user has ended it. */
  | { readonly kind: 'pause'; readonly streamUUID: string; readonly at: number; readonly until: number | null };

/** An alert that staff would have seen. */
export interface RaisedAlert {
  readonly status: number;
  readonly priority: Alert['priority'];
  readonly startedAt: number;
  /** When staff saw it. Epoch milliseconds. */
  readonly raisedAt: number;
}

/** What a user did to an alert. Undefined: the event is no answer. */
export function actionOf({ event, alert }: AlertTransition): AlertAction | undefined {
  switch (event) {
    case 'acknowledged':
      return { kind: 'acknowledge' };
    case 'withdrawn':
      return { kind: 'withdraw' };
    case 'attended':
      return { kind: 'attend' };
    case 'resolved':
      return { kind: 'resolve', resolution: alert.resolution ?? 'helped', note: null };
    default:
      return undefined;
  }
}
