import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import type { AlertTransition } from '../../domain/alerts/alert.ts';
import type { Database } from '../database/database.ts';
import { parseSummary, toSummaryColumn } from '../database/night-table.ts';
import { checkData } from './check-data.ts';
import { countPrunableRows, pruneDatabase } from './prune.ts';

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

/** Inserts a report and updates its stream, as the server does. */
async function addReport(stream: string, revision: number, receivedAt: number, effect: 'applied' | 'late' = 'applied') {
  const row = { stream_uuid: stream, report_id: null, status: 3, notification: 1, at: receivedAt, effect };
  await database.query
    .insertInto('report')
    .values({ ...row, received_at: receivedAt, revision, device_key_id: 'x' })
    .execute();
  await database.query.updateTable('stream').set({ revision, room_status: 3 }).where('uuid', '=', stream).execute();
}

type AlertEventName = AlertTransition['event'];

async function addAlertEvents(uuid: string, stream_uuid: string, ...events: (readonly [number, AlertEventName])[]) {
  const rows = events.map(([at, event]) => ({ alert_uuid: uuid, stream_uuid, at, event, alert: '{}' }));
  await database.query.insertInto('alert_event').values(rows).execute();
}

async function setOpenAlerts(stream: string, uuid: string) {
  const open_alerts = JSON.stringify([{ uuid, streamUUID: stream, status: 1, startedAt: 1, since: 1 }]);
  await database.query.updateTable('stream').set({ open_alerts }).where('uuid', '=', stream).execute();
}

const remainingReports = async () => {
  const rows = await database.query.selectFrom('report').select(['revision', 'effect']).orderBy('sequence').execute();
  return rows.map(({ revision, effect }) => `${revision} ${effect}`);
};

const wrongFindings = async () =>
  (await checkData(database, false))
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ what, detail }) => `${what}: ${detail}`);

test('pruning deletes reports received before the limit, but keeps the one that each room shows', async () => {
  await addReport(small.streamA1x1, 1, 10);
  await addReport(small.streamA1x1, 2, 20);
  await addReport(small.streamA1x1, 2, 30, 'late');
  await addReport(small.streamA1x2, 1, 10);
  await addReport(small.streamA1x2, 2, 100);
  const options = { before: 100, now: 1_000 };
  const counts = { reports: 3, alerts: 0, identityRecords: 0, revokedTokens: 0 };
  expect(await countPrunableRows(database, options)).toEqual(counts);
  expect(await pruneDatabase(database, options, () => undefined)).toEqual(counts);
  expect(await remainingReports()).toEqual(['2 applied', '2 applied']);
  expect(await wrongFindings()).toEqual([]);
});

test('pruning deletes in batches of 500 and reports its progress', async () => {
  for (let revision = 1; revision <= 1_100; revision += 1) {
    // More reports with the same time than fit into a batch.
    await addReport(small.streamA1x1, revision, Math.floor(revision / 700));
  }
  const progress: number[] = [];
  await pruneDatabase(database, { before: 1_101, now: 2_000 }, (reports) => progress.push(reports));
  expect(progress).toEqual([500, 1_000, 1_099]);
  expect(await remainingReports()).toEqual(['1100 applied']);
});

test('pruning deletes expired sessions of the identity provider and expired revoked tokens', async () => {
  const now = 1_000;
  const tokens = [now - 1, now].map((expires_at) => ({ token_id: `token ${expires_at}`, expires_at }));
  await database.query.insertInto('revoked_token').values(tokens).execute();
  const records = [now - 1, now, null].map((expires_at) => ({
    model: 'Session',
    id: `session ${expires_at}`,
    payload: '{}',
    grant_id: null,
    uid: null,
    user_code: null,
    consumed_at: null,
    expires_at,
  }));
  await database.query.insertInto('identity_record').values(records).execute();
  const counts = { reports: 0, alerts: 0, identityRecords: 1, revokedTokens: 1 };
  expect(await countPrunableRows(database, { before: 0, now })).toEqual(counts);
  expect(await pruneDatabase(database, { before: 0, now }, () => undefined)).toEqual(counts);
});

test('pruning deletes the history of an alert by the time of its resolution, and keeps open alerts whatever their age', async () => {
  await addAlertEvents('old', small.streamA1x1, [10, 'opened'], [20, 'raised-again'], [99, 'resolved']);
  await addAlertEvents('dropped', small.streamA1x1, [10, 'opened'], [20, 'dropped']);
  await addAlertEvents('of a removed room', unknownUuid, [10, 'opened']);
  await addAlertEvents('open', small.streamA1x1, [10, 'opened'], [20, 'acknowledged']);
  await addAlertEvents('recent', small.streamA1x1, [10, 'opened'], [100, 'resolved']);
  const options = { before: 100, now: 1_000 };
  expect((await countPrunableRows(database, options)).alerts).toBe(3);
  expect((await pruneDatabase(database, options, () => undefined)).alerts).toBe(3);
  const rows = await database.query.selectFrom('alert_event').select(['alert_uuid', 'event']).execute();
  expect(rows.map(({ alert_uuid, event }) => `${alert_uuid} ${event}`)).toEqual([
    'open opened',
    'open acknowledged',
    'recent opened',
    'recent resolved',
  ]);
});

test('pruning deletes the events of pauses that happened before the limit', async () => {
  const row = { stream_uuid: small.streamA1x1, event: 'paused', actor: '{"kind":"server"}', ends_at: 200 } as const;
  const rows = [99, 100].map((at) => ({ ...row, at }));
  await database.query.insertInto('pause_event').values(rows).execute();
  await pruneDatabase(database, { before: 100, now: 1_000 }, () => undefined);
  const kept = await database.query.selectFrom('pause_event').select('at').execute();
  expect(kept).toEqual([{ at: 100 }]);
});

test('pruning takes the room from old nights, and keeps their counts', async () => {
  const figures = {
    status: 1,
    priority: 'high',
    raisedAt: 1,
    acknowledgedMs: null,
    arrivedMs: null,
    endedMs: 5,
  } as const;
  const alert = { ...figures, answeredBy: null, raisedAgainCount: 0, resolution: null };
  const seconds = { bed: 7, up: 0, bathroom: 0, out: 0, staff: 0, unmonitored: 0 };
  const sleep = { seconds, bedExits: 1, bathroomVisits: 0, restlessCount: 0, maxOutOfBedSeconds: 0 };
  const summary = toSummaryColumn({ sleep, seconds, alerts: [alert] });
  const night = { stream_uuid: small.streamA1x1, ward_uuid: small.wardA1x, wanted: 1, counted: 1 };
  const rows = [
    { ...night, from_at: 10, to_at: 99, summary },
    { ...night, from_at: 50, to_at: 101, summary },
  ];
  await database.query.insertInto('room_night').values(rows).execute();
  await pruneDatabase(database, { before: 100, now: 1_000 }, () => undefined);
  const [old, recent] = await database.query.selectFrom('room_night').selectAll().orderBy('from_at').execute();
  expect(recent).toMatchObject(rows[1] ?? {});
  expect(old?.stream_uuid).toBeNull();
  const kept = parseSummary(old?.summary ?? '');
  expect(kept).toMatchObject({ seconds, sleep: { bedExits: 0 }, alerts: [alert] });
});

test('the check reports `wrong` for an alert that only the room or only the history has as open', async () => {
  await addAlertEvents('one', small.streamA1x1, [10, 'opened'], [20, 'acknowledged']);
  expect(await wrongFindings()).toEqual([expect.stringMatching(/^alerts: 1 .*: one$/)]);
  await setOpenAlerts(small.streamA1x1, 'one');
  expect(await wrongFindings()).toEqual([]);
  await addAlertEvents('one', small.streamA1x1, [30, 'resolved']);
  expect(await wrongFindings()).toEqual([expect.stringMatching(/^alerts: 1 .*: one$/)]);
  await database.query.updateTable('stream').set({ open_alerts: null }).execute();
  expect(await wrongFindings()).toEqual([]);
});

test('the check reports `wrong` for a room that differs from its newest report, but not in the demo', async () => {
  await addReport(small.streamA1x1, 1, 10);
  expect(await wrongFindings()).toEqual([]);
  const change = (values: { revision: number; room_status: number }) =>
    database.query.updateTable('stream').set(values).where('uuid', '=', small.streamA1x1).execute();
  await change({ revision: 2, room_status: 3 });
  expect(await wrongFindings()).toEqual([expect.stringContaining(`${small.streamA1x1} (revision 2, newest report 1)`)]);
  await change({ revision: 1, room_status: 1 });
  expect(await wrongFindings()).toEqual([expect.stringMatching(/^states: 1 rooms/)]);
  await database.query.deleteFrom('report').execute();
  expect(await wrongFindings()).toEqual([expect.stringContaining('newest report none')]);
  expect((await checkData(database, true)).map(({ what }) => what)).not.toContain('states');
});

test.skipIf(process.env['TEST_DATABASE_URL'] !== undefined)(
  'the check reports `wrong` for rows whose parent row is missing',
  async () => {
    await sql`pragma foreign_keys = off`.execute(database.query);
    await database.query.deleteFrom('ward').where('uuid', '=', small.wardA1x).execute();
    expect(await wrongFindings()).toEqual([
      expect.stringMatching(/^references: \d rows of stream without their ward$/),
    ]);
  },
);

test('the check reports `wrong` when a trigger that protects the audit log is missing', async () => {
  const table = database.kind === 'postgres' ? sql`on audit_event` : sql``;
  await sql`drop trigger audit_event_update ${table}`.execute(database.query);
  expect(await wrongFindings()).toEqual([expect.stringMatching(/^audit: .*audit_event_update are missing$/)]);
});

test('the check of a database with another schema version reports the version and checks nothing else', async () => {
  await sql`delete from schema_version where version > 1`.execute(database.query);
  expect((await checkData(database, false)).map(({ what, verdict }) => `${what} ${verdict}`)).toEqual(['schema wrong']);
});
