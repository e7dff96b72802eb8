/** Between a stream's row and what the domain knows of it. */
import type { ReportedState } from '../../domain/status-report.ts';
import type { WardUpdate } from '../bus/bus.ts';
import type { KnownStream } from './report-store.ts';
import { isoInstant } from './stream-queries.ts';

export function stateOf(row: KnownStream): ReportedState {
  return {
    roomStatus: row.room_status,
    lastNotification: row.last_notification,
    lastNotificationSent: isoInstant(row.last_notification_sent),
    revision: row.revision,
    reportedAt: row.reported_at,
  };
}

export function withState(row: KnownStream, state: ReportedState): KnownStream {
  return {
    ...row,
    room_status: state.roomStatus,
    last_notification: state.lastNotification,
    last_notification_sent: state.lastNotificationSent === null ? null : Date.parse(state.lastNotificationSent),
    revision: state.revision,
    reported_at: state.reportedAt,
  };
}

export function updateOf(row: KnownStream): WardUpdate {
  const { roomStatus, lastNotification, lastNotificationSent, revision } = stateOf(row);
  return {
    wardUUID: row.ward_uuid,
    update: { uuid: row.uuid, roomStatus, lastNotification, lastNotificationSent, revision },
  };
}
