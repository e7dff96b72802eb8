/** Converts between a row of the table `stream` and the state that the ingest rules use. */
import type { Selectable } from 'kysely';
import type { IngestState, PendingReport } from '../../../domain/ingest/ingest-state.ts';
import type { Place } from '../../../domain/user.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import type { Schema } from '../../database/schema.ts';
import { isoInstant } from '../stream-queries.ts';

export interface StreamRow extends Selectable<Schema['stream']> {
  readonly place: Place;
}

export function stateOf(row: StreamRow): IngestState {
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
}: StreamRow): PendingReport | null {
  if (pending_status === null || pending_at === null || pending_due_at === null) return null;
  return { status: pending_status, at: pending_at, dueAt: pending_due_at, notification: pending_notification === 1 };
}

export function withState(row: StreamRow, state: IngestState): StreamRow {
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

export function updateOf(row: StreamRow): WardUpdate {
  const { roomStatus, lastNotification, lastNotificationSent, revision } = stateOf(row);
  return {
    wardUUID: row.ward_uuid,
    update: { uuid: row.uuid, roomStatus, lastNotification, lastNotificationSent, revision },
  };
}
