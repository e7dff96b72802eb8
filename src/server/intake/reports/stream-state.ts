/** Converts the state of a stream between its columns and the domain. */
import type { IngestState, PendingReport } from '../../../domain/ingest/ingest-state.ts';
import { formatDiscardedValues, parseDiscardedValues } from '../../database/discarded-values.ts';
import { formatOfflineSources, parseOfflineSources } from '../../database/offline-sources.ts';
import type { StateRow } from '../../database/report-store.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';

export function toIngestState(row: StateRow): IngestState {
  return {
    roomStatus: row.room_status,
    lastNotification: row.last_notification,
    lastNotificationSent: toIsoTime(row.last_notification_sent),
    revision: row.revision,
    reportedAt: row.reported_at,
    seenAt: row.seen_at,
    statusBeforeOffline: row.status_before_silence,
    offlineSources: parseOfflineSources(row.offline_sources),
    statusSource: row.status_source,
    pending: pendingOf(row),
    discarded: parseDiscardedValues(row.discarded_values),
  };
}

function pendingOf(row: StateRow): PendingReport | null {
  const { pending_status: status, pending_at: at, pending_due_at: dueAt, pending_notification: notification } = row;
  if (status === null || at === null || dueAt === null) return null;
  return { status, at, dueAt, notification: notification === 1 };
}

type AlertColumn = 'open_alerts' | 'alert_revision' | 'alert_due_at' | 'alert_hold';

export function toStateRow(uuid: string, state: IngestState): Omit<StateRow, 'has_reports' | AlertColumn> {
  const { pending } = state;
  return {
    uuid,
    room_status: state.roomStatus,
    last_notification: state.lastNotification,
    last_notification_sent: state.lastNotificationSent === null ? null : Date.parse(state.lastNotificationSent),
    revision: state.revision,
    reported_at: state.reportedAt,
    seen_at: state.seenAt,
    status_before_silence: state.statusBeforeOffline,
    offline_sources: formatOfflineSources(state.offlineSources),
    status_source: state.statusSource,
    discarded_values: formatDiscardedValues(state.discarded),
    pending_status: pending?.status ?? null,
    pending_at: pending?.at ?? null,
    pending_due_at: pending?.dueAt ?? null,
    pending_notification: pending === null ? null : Number(pending.notification),
  };
}
