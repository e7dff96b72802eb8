/** Reads what the database holds, and compares viewers and acknowledged reports with it. */
import type { Database } from '../../src/server/database/database.ts';
import { findWrongAlerts } from '../../src/server/maintenance/open-alert-history.ts';
import { parseAlert } from '../../src/server/database/open-alerts.ts';
import { fall } from './actors/fall-sensors.ts';
import type { FallActors } from './actors/falls.ts';
import type { PhoneFalls } from './actors/phone-falls.ts';
import type { RoomStates } from './actors/viewer.ts';

/** Reads the rooms from the database. Throws while the database is unavailable. */
export async function readExpectedState({ query }: Database): Promise<RoomStates> {
  const rows = await query.selectFrom('stream').select(['uuid', 'revision', 'room_status']).execute();
  return new Map(rows.map((row) => [row.uuid, { revision: row.revision, roomStatus: row.room_status }]));
}

/** Returns whether a viewer shows what the database held, or something newer. */
export function isUpToDate(shown: RoomStates, expected: RoomStates): boolean {
  return [...shown].every(([uuid, { revision, roomStatus }]) => {
    const real = expected.get(uuid);
    if (real === undefined || revision < real.revision) return false;
    return revision > real.revision || roomStatus === real.roomStatus;
  });
}

/** Counts acknowledged reports that are missing in the report log, and reports that are in it more than once. */
export async function checkReportLog({ query }: Database, acknowledged: ReadonlySet<string>) {
  const rows = await query.selectFrom('report').select('report_id').where('report_id', 'is not', null).execute();
  const stored = rows.map((row) => row.report_id);
  const ids = new Set(stored);
  return {
    lostCount: [...acknowledged].filter((id) => !ids.has(id)).length,
    duplicatedCount: stored.length - ids.size,
  };
}

/** Counts how often the watchdog reported a device as offline. All devices report, so each such report is false. */
export async function countOfflineAlarms({ query }: Database): Promise<number> {
  const alarms = await query.selectFrom('report').select('at').where('device_key_id', '=', 'watchdog').execute();
  return alarms.length;
}

/**
 * Counts alerts that ended although the nurse did not resolve them, that stayed open although her resolution was
 * accepted, or that are open only in the room or only in the history.
 */
export async function countSilentlyEnded(
  database: Database,
  { streams, resolved, raised }: FallActors,
): Promise<number> {
  const rows = await database.query
    .selectFrom('alert_event')
    .select('alert_uuid as uuid')
    .where('stream_uuid', 'in', streams)
    .where('event', '=', 'resolved')
    .execute();
  // Ended technical alerts do not count: they end by themselves when a room is reachable again.
  const ended = new Set(rows.map(({ uuid }) => uuid)).intersection(raised());
  const wrong = await findWrongAlerts(database.query);
  return ended.symmetricDifference(resolved).size + wrong.length;
}

/**
 * Counts the alerts of falls that had to reach the phone, and those of which it has got no message. `received`: the
 * alerts of which it had got one before, which do not count.
 */
export async function countPhoneAlerts({ query }: Database, phone: PhoneFalls, received: ReadonlySet<string>) {
  const rows = await query
    .selectFrom('alert_event')
    .select(['alert_uuid as uuid', 'alert'])
    .where('stream_uuid', 'in', phone.streams)
    .where('event', '=', 'opened')
    .execute();
  const falls = new Set(rows.flatMap(({ uuid, alert }) => (parseAlert(alert).status === fall ? [uuid] : [])));
  const raised = falls.difference(received);
  return { raisedCount: raised.size, unreachedCount: raised.difference(phone.received()).size };
}
