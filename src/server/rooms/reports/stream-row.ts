/** Between a stream's row and what the domain knows of it. */
import type { IngestState, PendingReport } from '../../../domain/ingest/ingest.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import type { KnownStream } from './report-store.ts';
import { isoInstant } from '../stream-queries.ts';

export function stateOf(row: KnownStream): IngestState {
  return {
    roomStatus: row.room_status,
    lastNotification: row.last_notification,
    lastNotificationSent: isoInstant(row.last_notification_sent),
    revision: row.revision,
    reportedAt: row.reported_at,
    seenAt: row.seen_at,
    statusBeforeOffline: row.status_before_silence,
    pending: pendingOf(row),
  };
}

function pendingOf({
  pending_status,
  pending_at,
  pending_due_at,
  pending_notification,
}: KnownStream): PendingReport | null {
  if (pending_status === null || pending_at === null || pending_due_at === null) return null;
  return { status: pending_status, at: pending_at, dueAt: pending_due_at, notification: pending_notification === 1 };
}

export function withState(row: KnownStream, state: IngestState): KnownStream {
  const { pending } = state;
  return {
    ...row,
    room_status: state.roomStatus,
    last_notification: state.lastNotification,
    last_notification_sent: state.lastNotificationSent === null ? null : Date.parse(state.lastNotificationSent),
    revision: state.revision,
    reported_at: state.reportedAt,
    seen_at: state.seenAt,
    status_before_silence: state.statusBeforeOffline,
    pending_status: pending?.status ?? null,
    pending_at: pending?.at ?? null,
    pending_due_at: pending?.dueAt ?? null,
    pending_notification: pending === null ? null : Number(pending.notification),
  };
}

export function updateOf(row: KnownStream): WardUpdate {
  const { roomStatus, lastNotification, lastNotificationSent, revision } = stateOf(row);
  return {
    wardUUID: row.ward_uuid,
    update: { uuid: row.uuid, roomStatus, lastNotification, lastNotificationSent, revision },
  };
}
