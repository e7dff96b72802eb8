import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { changeRoom } from '../../../tests/support/homes/small-home.ts';
import { small, type SmallApp, startSmallApp, unknownUuid } from '../../../tests/support/app/start-small-app.ts';
import { RoomHistory, WardHistory } from '../../contract/history/room-history.ts';
import { createRunRecorder } from '../board/watchdog/server-runs.ts';
import { createWatchdog } from '../board/watchdog/watchdog.ts';
import { writeHistoryCsv } from './history-csv.ts';
import { loadRoomHistory } from './room-history.ts';

const evening = Date.UTC(2026, 2, 1, 20);
const [fall, edgeOfBed, outOfBed, inBed, unreachable, notInBed] = [1, 2, 3, 5, 12, 15];
const room = small.streamA1x1;
const hourMs = 3_600_000;

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = evening;
  app = await startSmallApp({ now: () => time });
});
afterEach(() => app.close());

async function reportAt(at: number, status: number, eventAt = at): Promise<void> {
  time = at;
  const iso = new Date(eventAt).toISOString();
  expect((await app.report({ stream: room, status, at: iso })).status).toBe(200);
}

type Query = Readonly<Record<string, string>>;

const addressOf = (query: Query = {}, suffix = '') =>
  `/streams/${room}/history${suffix}?${new URLSearchParams(query).toString()}`;

async function historyOf(query: Query = {}) {
  const response = await app.get(addressOf(query));
  expect(response.status).toBe(200);
  return z.parse(RoomHistory, await response.json());
}

const clock = (iso: string) => iso.slice(11, 16);
const statusesOf = ({ statuses }: Awaited<ReturnType<typeof historyOf>>) =>
  statuses.map(({ roomStatus, from, to }) => [roomStatus, clock(from), clock(to)]);

test('the history of a room has each status until the next one, over midnight', async () => {
  await reportAt(evening + hourMs, inBed);
  await reportAt(evening + 6 * hourMs, outOfBed);
  await reportAt(evening + 6.5 * hourMs, inBed);
  time = evening + 8 * hourMs;
  expect(statusesOf(await historyOf())).toEqual([
    [inBed, '21:00', '02:00'],
    [outOfBed, '02:00', '02:30'],
    [inBed, '02:30', '04:00'],
  ]);
  // The status before a time span is that of an earlier day.
  time = evening + 80 * hourMs;
  expect(statusesOf(await historyOf())).toEqual([[inBed, '04:00', '04:00']]);
});

test('the history names the time zone of its location', async () => {
  const rules = JSON.stringify({ timeZone: 'Asia/Kolkata' });
  await app.database.query.updateTable('stream').set({ rules }).where('uuid', '=', room).execute();
  await reportAt(evening + hourMs, inBed);
  time += hourMs;
  expect(await historyOf()).toMatchObject({ timeZone: 'Asia/Kolkata' });
});

test('an alert has its steps: raised, who came, when, and how it ended', async () => {
  await reportAt(evening + hourMs, inBed);
  await reportAt(evening + 2 * hourMs, fall);
  const [alert] = await app.alertsOf();
  const uuid = alert?.uuid ?? '';
  time += 30_000;
  await app.post(`/alerts/${uuid}/acknowledge`, undefined);
  time += 30_000;
  await app.post(`/alerts/${uuid}/resolve`, { resolution: 'helped', attended: true, note: '=1+1' });
  const { alerts } = await historyOf();
  const name = `Name of ${app.token}`;
  expect(alerts.map(({ steps }) => steps.map(({ event, at, by }) => [event, at.slice(11, 19), by.kind]))).toEqual([
    [
      ['opened', '22:00:00', 'device'],
      ['acknowledged', '22:00:30', 'user'],
      ['resolved', '22:01:00', 'user'],
    ],
  ]);
  expect(alerts).toMatchObject([{ status: fall, resolution: 'helped', endedAt: '2026-03-01T22:01:00.000Z' }]);
  const csv = await (await app.get(addressOf({}, '.csv'))).text();
  expect(csv.split('\r\n')[0]).toBe('room,kind,from,to,seconds,status_code,status,detail');
  expect(csv).toContain('alert,2026-03-01T22:00:00.000Z,2026-03-01T22:01:00.000Z,60,1,man_down,opened');
  expect(csv).toContain(`acknowledged 2026-03-01T22:00:30.000Z ${name}`);
});

test('an alert that began long before is in the history while it is open', async () => {
  await reportAt(evening + hourMs, fall);
  const watchdog = createWatchdog({
    database: app.database,
    receiver: app.receiver,
    now: () => time,
    monotonic: () => time,
    log: { warn: () => undefined },
  });
  time += 26 * hourMs;
  await watchdog.check();
  const { alerts } = await historyOf({ from: new Date(time - hourMs).toISOString() });
  expect(alerts).toMatchObject([{ status: fall, endedAt: null }]);
  expect(alerts[0]?.steps[0]).toMatchObject({ event: 'opened', at: '2026-03-01T21:00:00.000Z' });
});

test('an alert is in the history of each time span in which it was open', async () => {
  await reportAt(evening + hourMs, fall);
  const [alert] = await app.alertsOf();
  const isAlertIn = async (fromHour: number, toHour: number) => {
    const [from, to] = [fromHour, toHour].map((hour) => new Date(evening + hour * hourMs).toISOString());
    return (await historyOf({ from: from ?? '', to: to ?? '' })).alerts.length === 1;
  };
  time = evening + 9 * hourMs;
  expect(await isAlertIn(3, 4)).toBe(true);
  await app.post(`/alerts/${alert?.uuid}/resolve`, { resolution: 'helped', attended: true });
  time = evening + 40 * hourMs;
  const spans = [
    [0, 1],
    [0, 2],
    [3, 4],
    [8, 10],
    [9, 10],
    [10, 11],
  ] as const;
  const found: boolean[] = [];
  for (const [from, to] of spans) found.push(await isAlertIn(from, to));
  expect(found).toEqual([false, true, true, true, true, false]);
});

test('a pause is in the history with who began it, and ends when it was ended', async () => {
  await reportAt(evening + hourMs, inBed);
  await app.post(`/streams/${room}/pause`, { minutes: 30 });
  time += 10 * 60_000;
  expect((await historyOf()).pauses).toMatchObject([
    { from: '2026-03-01T21:00:00.000Z', to: null, by: { kind: 'user' } },
  ]);
  await app.post(`/streams/${room}/resume`, undefined);
  time += 10 * 60_000;
  expect((await historyOf()).pauses).toMatchObject([{ to: '2026-03-01T21:10:00.000Z' }]);
});

test('a late report is listed, and the band keeps what the room showed', async () => {
  await reportAt(evening + hourMs, inBed);
  await reportAt(evening + 3 * hourMs, outOfBed, evening + 2 * hourMs);
  const history = await historyOf();
  expect(statusesOf(history)).toEqual([[inBed, '21:00', '23:00']]);
  expect(history.unshownReports).toMatchObject([
    { roomStatus: outOfBed, reason: 'late', at: '2026-03-01T22:00:00.000Z', receivedAt: '2026-03-01T23:00:00.000Z' },
  ]);
});

test('a room whose device is silent is unreachable in the history until it reports again', async () => {
  await reportAt(evening + hourMs, inBed);
  const watchdog = createWatchdog({
    database: app.database,
    receiver: app.receiver,
    now: () => time,
    monotonic: () => time - evening,
    log: { warn: () => undefined },
  });
  await watchdog.check();
  for (let minute = 0; minute < 20; minute += 1) {
    time += 10_000;
    await watchdog.check();
  }
  await reportAt(evening + 2 * hourMs, outOfBed);
  time += 60_000;
  const shown = statusesOf(await historyOf()).map(([status]) => status);
  expect(shown).toEqual([inBed, unreachable, outOfBed]);
});

test('a time in which no server ran is a gap, and the short time of a restart is none', async () => {
  const start = () =>
    createRunRecorder(
      app.database.query,
      () => time,
      () => time,
    );
  await reportAt(evening + hourMs, inBed);
  const first = start();
  await first.record();
  for (let count = 0; count < 20; count += 1) {
    time += 30_000;
    await first.record();
  }
  time += 2 * hourMs;
  await start().record();
  time += 5_000;
  await start().record();
  time += 30 * 60_000;
  const history = await historyOf();
  expect(history.gaps.map(({ from, to }) => [clock(from), clock(to)])).toEqual([['21:10', '23:10']]);
  expect(statusesOf(history)).toEqual([
    [inBed, '21:00', '21:10'],
    [inBed, '23:10', '23:40'],
  ]);
  const csv = await (await app.get(addressOf({}, '.csv'))).text();
  expect(csv).toContain('gap,2026-03-01T21:10:00.000Z,2026-03-01T23:10:00.000Z,7200');
  const inside = {
    from: new Date(evening + 2 * hourMs).toISOString(),
    to: new Date(evening + 2.5 * hourMs).toISOString(),
  };
  expect(await historyOf(inside)).toMatchObject({ statuses: [], gaps: [inside] });
});

test('a clock that is set while the server runs makes no gap', async () => {
  let steady = 0;
  const runs = createRunRecorder(
    app.database.query,
    () => time,
    () => steady,
  );
  await runs.record();
  time += hourMs;
  steady += 5_000;
  await runs.record();
  time += 60_000;
  expect((await historyOf()).gaps).toEqual([]);
});

test('pages of a long time span follow each other without a gap', async () => {
  for (let minute = 0; minute < 9; minute += 1) {
    await reportAt(evening + minute * 60_000, minute % 2 === 0 ? inBed : outOfBed);
  }
  const named = { uuid: room, name: 'Room', place: '', clientUUID: '' };
  const periods: string[] = [];
  let from: string | null = new Date(evening - hourMs).toISOString();
  for (let pages = 0; from !== null && pages < 10; pages += 1) {
    const request = { room: named, from: Date.parse(from), to: time, now: time, pageSize: 3 };
    const page = await loadRoomHistory(app.database.query, request);
    periods.push(...page.statuses.map(({ roomStatus, from: start }) => `${roomStatus} ${clock(start)}`));
    from = page.next;
  }
  expect(periods).toEqual(['5 20:00', '3 20:01', '5 20:02', '3 20:03', '5 20:04', '3 20:05', '5 20:06', '3 20:07']);
});

test('a CSV that is cut says from when on it is incomplete', async () => {
  await reportAt(evening, inBed);
  await reportAt(evening + 60_000, outOfBed);
  await reportAt(evening + 120_000, inBed);
  const named = { uuid: room, name: 'Room', place: '', clientUUID: '' };
  const request = { room: named, from: evening - hourMs, to: time, now: time, pageSize: 1 };
  const csv = writeHistoryCsv(await loadRoomHistory(app.database.query, request));
  expect(csv.trimEnd().split('\r\n').at(-1)).toBe(
    ',incomplete,2026-03-01T20:01:00.000Z,,,,,"too long for one file, export from this time"',
  );
});

test('the CSV of a ward has the columns of a room, and the rows of all rooms', async () => {
  await reportAt(evening, inBed);
  await reportAt(evening + 60_000, fall);
  time += 60_000;
  const csv = await (await app.get(`/wards/${small.wardA1x}/history.csv`)).text();
  const [names, ...rows] = csv.trimEnd().split('\r\n');
  expect(names).toBe('room,kind,from,to,seconds,status_code,status,detail');
  expect(rows.map((row) => row.split(',')[1])).toEqual(['status', 'status', 'alert']);
});

test('a wrong time span is refused with the name of its field', async () => {
  const refused = [
    { from: 'yesterday' },
    { from: new Date(time + hourMs).toISOString(), to: new Date(time).toISOString() },
    { from: new Date(time - 40 * 24 * hourMs).toISOString() },
  ];
  for (const query of refused) {
    const response = await app.get(addressOf(query));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'from' }] });
  }
});

test('who may not see the room gets the answer of a room that does not exist, and each look is in the audit log', async () => {
  const other = app.users.token([{ kind: 'ward', uuid: small.wardA1y }]);
  expect((await app.get(addressOf(), other)).status).toBe(404);
  expect((await app.get(`/streams/${unknownUuid}/history`)).status).toBe(404);
  await historyOf();
  await historyOf();
  await expect
    .poll(() =>
      app.database.query.selectFrom('audit_event').select('object_name').where('action', '=', 'room.view').execute(),
    )
    .toHaveLength(1);
});

test('the history of a ward has its monitored rooms with their statuses and alerts, for who may see the ward', async () => {
  await reportAt(evening + hourMs, inBed);
  await reportAt(evening + 2 * hourMs, fall);
  time += hourMs;
  const response = await app.get(`/wards/${small.wardA1x}/history`);
  const ward = z.parse(WardHistory, await response.json());
  const shown = ward.rooms.map(({ streamUUID, statuses, alerts }) => [
    streamUUID,
    statuses.map(({ roomStatus, from }) => [roomStatus, clock(from)]),
    alerts.map(({ status }) => status),
  ]);
  expect(shown[0]).toEqual([
    room,
    [
      [inBed, '21:00'],
      [fall, '22:00'],
    ],
    [fall],
  ]);
  for (const other of shown.slice(1)) expect(other.slice(1)).toEqual([[], []]);
  const otherNurse = app.users.token([{ kind: 'ward', uuid: small.wardA1y }]);
  expect((await app.get(`/wards/${small.wardA1x}/history`, otherNurse)).status).toBe(404);
  const long = new URLSearchParams({ from: new Date(time - 49 * hourMs).toISOString() });
  expect((await app.get(`/wards/${small.wardA1x}/history?${long.toString()}`)).status).toBe(422);
});

test('the history of a ward has a room that was set INACTIVE only if it had an alert', async () => {
  await reportAt(evening + hourMs, fall);
  for (const uuid of [room, small.streamA1x2]) await changeRoom(app.database, uuid, { status: 'INACTIVE' });
  time += hourMs;
  const response = await app.get(`/wards/${small.wardA1x}/history`);
  const { rooms } = z.parse(WardHistory, await response.json());
  expect(rooms.find(({ streamUUID }) => streamUUID === room)?.alerts).toMatchObject([{ status: fall, endedAt: null }]);
  expect(rooms.map(({ streamUUID }) => streamUUID)).not.toContain(small.streamA1x2);
});

test('the history of a ward has the same statuses as those of its rooms', async () => {
  const uuids = [small.streamA1x1, small.streamA1x2];
  for (let step = 0; step < 40; step += 1) {
    time += 13 * 60_000;
    const stream = uuids[step % 3 === 0 ? 1 : 0] ?? room;
    await app.report({ stream, status: [inBed, outOfBed, fall, edgeOfBed][(step * 7) % 4] });
  }
  const from = new Date(time - 5 * hourMs).toISOString();
  const response = await app.get(`/wards/${small.wardA1x}/history?${new URLSearchParams({ from }).toString()}`);
  const ward = z.parse(WardHistory, await response.json());
  for (const { streamUUID, statuses, alerts } of ward.rooms) {
    const single = await app.get(`/streams/${streamUUID}/history?${new URLSearchParams({ from }).toString()}`);
    expect({ statuses, alerts }).toEqual(
      z.parse(z.pick(RoomHistory, { statuses: true, alerts: true }), await single.json()),
    );
  }
});

const recordings = join(import.meta.dirname, '../../../tests/support/recordings/recordings.csv');

/** When the person got out of the bed: the first step away from it after lying. `changes`: seconds and status. */
function bedExitsOf(changes: readonly (readonly number[])[]): readonly number[] {
  let isLying = false;
  return changes.flatMap(([seconds = 0, status = 0]) => {
    const isExit = isLying && (status === outOfBed || status === notInBed);
    if (status !== edgeOfBed) isLying = status === inBed;
    return isExit ? [seconds] : [];
  });
}

test('the recorded nights show each bed exit in the minute in which it happened', async () => {
  const [, ...lines] = readFileSync(recordings, 'utf8').trimEnd().split('\n');
  let exits = 0;
  for (const line of lines) {
    const changes = (line.split(',')[3] ?? '').split('; ').map((change) => change.split(' ').map(Number));
    const start = Math.ceil((time + hourMs) / hourMs) * hourMs;
    for (const [seconds = 0, status = 0] of changes) await reportAt(start + seconds * 1_000, status);
    time += 60_000;
    const { statuses } = await historyOf({ from: new Date(start).toISOString() });
    const shown = statuses.map(({ roomStatus, from }) => [(Date.parse(from) - start) / 1_000, roomStatus]);
    expect(bedExitsOf(shown)).toEqual(bedExitsOf(changes));
    exits += bedExitsOf(shown).length;
  }
  expect(exits).toBe(131);
}, 120_000);
