import type { StreamRow } from '../../../src/server/database/report-store.ts';
import { toStateRow } from '../../../src/server/intake/reports/stream-state.ts';
import { fresh } from '../ingest-state.ts';

/** Returns the row of a room that has not reported yet. `rules`: as in `stream.rules`. */
export function initialRow(uuid: string, type: StreamRow['type'], rules: string | null = null): StreamRow {
  return {
    ...toStateRow(uuid, fresh),
    ward_uuid: 'ward',
    location_uuid: 'location',
    client_uuid: 'client',
    type,
    status: 'ACTIVE',
    rules,
    has_reports: 0,
    open_alerts: null,
    alert_revision: 0,
    alert_due_at: null,
    alert_hold: null,
  };
}
