import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import type { StreamRow } from '../../database/report-store.ts';

/** A room that has not reported yet. `rules`: as in `stream.rules`. */
export function initialRow(
  { uuid, type, status }: { readonly uuid: string; readonly type: StreamType; readonly status: StreamStatus },
  rules: string | null,
): StreamRow {
  return {
    uuid,
    ward_uuid: '',
    location_uuid: '',
    client_uuid: '',
    type,
    status,
    rules,
    room_status: -1,
    last_notification: null,
    last_notification_sent: null,
    revision: 0,
    reported_at: null,
    seen_at: null,
    status_before_silence: null,
    offline_sources: null,
    status_source: null,
    discarded_values: null,
    pending_status: null,
    pending_at: null,
    pending_due_at: null,
    pending_notification: null,
    has_reports: 0,
    open_alerts: null,
    alert_revision: 0,
    alert_due_at: null,
    alert_hold: null,
  };
}
