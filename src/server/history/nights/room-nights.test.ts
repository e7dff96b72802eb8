import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp, unknownUuid } from '../../../../tests/support/app/start-small-app.ts';
import { changeRoom } from '../../../../tests/support/homes/small-home.ts';
import { seededRandom } from '../../../../tests/support/seeded-random.ts';
import { RoomNights } from '../../../contract/history/room-nights.ts';
import { nightAt } from '../../../domain/history/nights/night.ts';
import { localClockOf } from '../../../domain/local-time/local-clock.ts';
import { createRunRecorder } from '../../board/watchdog/server-runs.ts';
import { countNight } from './count-night.ts';
import { createNightCounter } from './night-counter.ts';
import { parseSummary } from '../../database/night-table.ts';

const evening = Date.UTC(2026, 2, 1, 20);
const [outOfBed, inBed] = [3, 5];
const room = small.streamA1x1;
const hourMs = 3_600_000;
const clock = localClockOf(undefined);

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = evening;
  app = await startSmallApp({ now: () => time });
});
afterEach(() => app.close());

async function reportAt(at: number, status: number, eventAt = at): Promise<void> {
  time = at;
  const report = { stream: room, status, at: new Date(eventAt).toISOString() };
  expect((await app.report(report)).status).toBe(200);
}

async function readNights() {
  const response = await app.get(`/streams/${room}/nights`);
  expect(response.status).toBe(200);
  return z.parse(RoomNights, await response.json());
}

const count = () => createNightCounter({ database: app.database, now: () => time, pauseMs: 0 }).count();
const storedNights = () =>
  app.database.query.selectFrom('room_night').selectAll().where('stream_uuid', '=', room).orderBy('from_at').execute();

/** The summaries that are stored equal a count of the log. */
async function expectRecount(): Promise<void> {
  for (const { from_at: from, to_at: to, summary } of await storedNights()) {
    const counted = await countNight(app.database.query, { stream: room, clock, night: { from, to } });
    expect(parseSummary(summary ?? 'null')).toEqual(counted);
  }
}

test('a night is stored an hour after its end, and shown before that too', async () => {
  await reportAt(evening, inBed);
  await reportAt(evening + 4 * hourMs, outOfBed);
  await reportAt(evening + 4.5 * hourMs, inBed);
  time = nightAt(clock, evening).to - hourMs;
  await count();
  expect(await storedNights()).toEqual([]);
  const live = await readNights();
  expect(live.nights[0]).toMatchObject({ numbers: { bedExits: 1, maxOutOfBedSeconds: 1_800 }, isComparable: true });
  expect(live.nights).toHaveLength(14);
  time += 2 * hourMs + 1;
  await count();
  expect(await storedNights()).toMatchObject([{ from_at: nightAt(clock, evening).from, wanted: 1, counted: 1 }]);
  expect((await readNights()).nights[0]?.numbers).toEqual(live.nights[0]?.numbers);
  await expectRecount();
});

test('a room that was set INACTIVE has nights only until its last alert', async () => {
  await reportAt(evening, inBed);
  await reportAt(evening + hourMs, 1);
  await changeRoom(app.database, room, { status: 'INACTIVE' });
  for (let day = 1; day <= 3; day += 1) {
    time = evening + day * 24 * hourMs;
    await count();
  }
  const nights = await storedNights();
  expect(nights.map(({ from_at }) => from_at)).toEqual([nightAt(clock, evening).from]);
  expect(parseSummary(nights[0]?.summary ?? '').alerts).toMatchObject([{ status: 1 }]);
});

test('a late report has its night counted again', async () => {
  await reportAt(evening, inBed);
  time = evening + 24 * hourMs;
  await count();
  await reportAt(time, outOfBed, evening + 5 * hourMs);
  await reportAt(time, inBed, evening + 5.5 * hourMs);
  expect(await storedNights()).toMatchObject([{ wanted: 3, counted: 1 }]);
  const byEvent = await readNights();
  await count();
  expect(await storedNights()).toMatchObject([{ wanted: 3, counted: 3 }]);
  expect((await readNights()).nights.map(({ numbers }) => numbers)).toEqual(
    byEvent.nights.map(({ numbers }) => numbers),
  );
  expect(byEvent.nights[0]?.numbers.bedExits).toBe(1);
  await expectRecount();
});

test('a night with an open alert is counted again until the alert has ended', async () => {
  await reportAt(evening + hourMs, 1);
  time = evening + 24 * hourMs;
  await count();
  const [night] = await storedNights();
  expect(night).toMatchObject({ wanted: 1, counted: 0 });
  expect(parseSummary(night?.summary ?? '').alerts).toMatchObject([{ status: 1, endedMs: null, resolution: null }]);
});

test('for any reports, also late ones, in any order, each stored night equals a count of the log', async () => {
  const random = seededRandom(7);
  const statuses = [inBed, outOfBed, 2, 6, 11, 4];
  for (let at = evening; at < evening + 4 * 24 * hourMs; at += Math.ceil(random() * 5 * hourMs)) {
    const delay = random() < 0.3 ? Math.floor(random() * 40 * hourMs) : 0;
    await reportAt(at, statuses[Math.floor(random() * statuses.length)] ?? inBed, at - delay);
    if (random() < 0.3) await count();
  }
  time += 24 * hourMs;
  await count();
  expect((await storedNights()).length).toBeGreaterThan(3);
  await expectRecount();
});

test('the nights are saved as CSV, with their numbers and their count of alerts', async () => {
  await reportAt(evening, inBed);
  await reportAt(evening + 4 * hourMs, 1);
  time = evening + 24 * hourMs;
  await app.database.query.updateTable('stream').set({ display_name: '=1' }).where('uuid', '=', room).execute();
  const [night] = (await readNights()).nights;
  const csv = await (await app.get(`/streams/${room}/nights.csv`)).text();
  const [names, ...rows] = csv.trimEnd().split('\r\n');
  expect(names?.split(',').slice(0, 6)).toEqual(['room', 'from', 'to', 'sleep_from', 'sleep_to', 'bed_exits']);
  expect(rows).toHaveLength(14);
  expect(rows[0]).toMatch(`'=1,${night?.from},${night?.to},${night?.sleep.from},${night?.sleep.to},`);
  expect(rows[0]).toMatch(/,true,1$/);
});

test('a night that goes on has no time after now, and ends at noon', async () => {
  await reportAt(evening, inBed);
  time = evening + 4 * hourMs;
  const [night] = (await readNights()).nights;
  expect(night?.to).toBe(new Date(nightAt(clock, evening).to).toISOString());
  expect(night?.periods.at(-1)).toMatchObject({ activity: 'bed', to: new Date(time).toISOString() });
  expect(night?.numbers.seconds.unmonitored).toBe(0);
});

test('a location that gets another time zone has each of its nights once', async () => {
  await reportAt(evening, inBed);
  await reportAt(evening + 48 * hourMs, inBed);
  await count();
  const nights = await storedNights();
  const rules = JSON.stringify({ timeZone: 'Asia/Kolkata' });
  await app.database.query.updateTable('stream').set({ rules }).where('uuid', '=', room).execute();
  time += hourMs;
  await count();
  expect(await storedNights()).toEqual(nights);
});

test('a time in which no server ran is not monitored', async () => {
  await reportAt(evening, inBed);
  const runs = createRunRecorder(
    app.database.query,
    () => time,
    () => 0,
  );
  await runs.record();
  time = evening + 8 * hourMs;
  await createRunRecorder(
    app.database.query,
    () => time,
    () => 0,
  ).record();
  time += 4 * hourMs;
  const { nights } = await readNights();
  expect(nights[0]).toMatchObject({ numbers: { bedExits: 0 }, isComparable: false });
});

test('nobody sees the nights of a room that they may not see', async () => {
  const other = app.users.token([{ kind: 'ward', uuid: small.wardA1y }]);
  expect((await app.get(`/streams/${room}/nights`, other)).status).toBe(404);
  expect((await app.get(`/streams/${unknownUuid}/nights`)).status).toBe(404);
});
