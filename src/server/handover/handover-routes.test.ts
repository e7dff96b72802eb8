import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { Handover, RoomNote } from '../../contract/handover/handover.ts';
import { changeRoom } from '../../../tests/support/homes/small-home.ts';
import { createNightCounter } from '../history/nights/night-counter.ts';

const [fall, outOfBed, inBed, unreachable, bathroom] = [1, 3, 5, 12, 6];
const [room, ward] = [small.streamA1x1, small.wardA1x];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The night shift of the location, whose clock is UTC. */
const shiftFrom = Date.UTC(2026, 2, 20, 23);
const rules = JSON.stringify({ timeZone: 'UTC', shifts: ['07:00', '15:00', '23:00'] });

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = shiftFrom - 20 * dayMs;
  app = await startSmallApp({ now: () => time });
  await app.database.query.updateTable('stream').set({ rules }).execute();
});
afterEach(() => app.close());

const Refusal = z.object({ errors: z.array(z.object({ field: z.string() })) });

const iso = (at: number) => new Date(at).toISOString();
const clock = (text: string | null) => text?.slice(11, 16);

async function reportAt(at: number, status: number, stream: string = room): Promise<void> {
  time = at;
  expect((await app.report({ stream, status, at: iso(at) })).status).toBe(200);
}

async function handoverAt(at: number, query = '') {
  time = at;
  const response = await app.get(`/wards/${ward}/handover${query}`);
  expect(response.status).toBe(200);
  return z.parse(Handover, await response.json());
}

async function roomOfHandover(at: number) {
  const { rooms } = await handoverAt(at);
  const found = rooms.find(({ streamUUID }) => streamUUID === room);
  if (found === undefined) throw new Error('the room is missing');
  return found;
}

async function addNote(body: object = {}, stream: string = room) {
  const note = { uuid: randomUUID(), shiftFrom: iso(shiftFrom), text: 'Slept badly', ...body };
  return app.post(`/streams/${stream}/notes`, note);
}

describe('the handover of a shift', () => {
  test('is that of the night shift in the morning, and in its last hour', async () => {
    const startAt = async (at: number) => clock((await handoverAt(at)).shift.from);
    expect(await startAt(shiftFrom + 7.2 * hourMs)).toBe('23:00');
    expect(await startAt(shiftFrom + 9 * hourMs)).toBe('23:00');
    expect(await startAt(shiftFrom + 15.5 * hourMs)).toBe('07:00');
    const { previousFrom, nextFrom } = await handoverAt(shiftFrom + 9 * hourMs);
    expect([clock(previousFrom), clock(nextFrom)]).toEqual(['15:00', '07:00']);
    const earlier = await handoverAt(shiftFrom + 9 * hourMs, `?at=${previousFrom}`);
    expect([clock(earlier.shift.from), clock(earlier.shift.to)]).toEqual(['15:00', '23:00']);
  });

  test('has each alert with how long the resident waited and how it ended, without drills', async () => {
    await reportAt(shiftFrom + hourMs, inBed);
    await reportAt(shiftFrom + 2 * hourMs, fall);
    const present = await handoverAt(time + 1_000, `?at=${iso(time)}`);
    const { alerts = [] } = present.rooms.find(({ streamUUID }) => streamUUID === room) ?? {};
    expect(alerts).toMatchObject([{ status: fall, endedAt: null, waitMs: 1_000 }]);
    const [alert] = alerts;
    time += 89_000;
    expect((await app.post(`/alerts/${alert?.uuid}/acknowledge`, {})).status).toBe(200);
    time += minuteMs;
    const answer = { resolution: 'helped', attended: true, note: 'On the carpet' };
    expect((await app.post(`/alerts/${alert?.uuid}/resolve`, answer)).status).toBe(200);
    await app.post(`/streams/${room}/drill`, {});
    const after = await roomOfHandover(shiftFrom + 8 * hourMs);
    expect(after.alerts).toMatchObject([
      {
        status: fall,
        waitMs: 90_000,
        resolution: 'helped',
        note: 'On the carpet',
        endedAt: iso(shiftFrom + 2 * hourMs + 150_000),
      },
    ]);
  });

  test('names the devices that were out, and since when, and the pauses', async () => {
    await reportAt(shiftFrom - hourMs, inBed);
    await reportAt(shiftFrom + hourMs, unreachable);
    await reportAt(shiftFrom + 1.5 * hourMs, inBed);
    expect((await app.post(`/streams/${room}/pause`, { minutes: 15 })).status).toBe(200);
    await reportAt(shiftFrom + 3 * hourMs, unreachable);
    const { outages, pauses } = await roomOfHandover(shiftFrom + 8.5 * hourMs);
    expect(outages.map(({ from, to }) => [clock(from), clock(to)])).toEqual([
      ['00:00', '00:30'],
      ['02:00', undefined],
    ]);
    expect(pauses.map(({ from, to }) => [clock(from), clock(to)])).toEqual([['00:30', '00:45']]);
    const present = await handoverAt(shiftFrom + 8.5 * hourMs, `?at=${iso(time)}`);
    expect(present.rooms.find(({ streamUUID }) => streamUUID === room)?.outages).toMatchObject([
      { roomStatus: unreachable, to: null },
    ]);
  });

  test('compares the night of a room with its own nights before', async () => {
    for (let night = 15; night >= 1; night -= 1) {
      const midnight = shiftFrom - night * dayMs + hourMs;
      await reportAt(midnight - 4 * hourMs, inBed);
      await reportAt(midnight + hourMs, bathroom);
      await reportAt(midnight + 1.1 * hourMs, inBed);
    }
    for (const hours of [1, 2, 3, 4, 5]) {
      await reportAt(shiftFrom + hours * hourMs, outOfBed);
      await reportAt(shiftFrom + hours * hourMs + 5 * minuteMs, inBed);
    }
    time = shiftFrom + 7 * hourMs;
    await createNightCounter({ database: app.database, now: () => time, pauseMs: 0 }).count();
    const { night } = await roomOfHandover(time);
    expect(night).toMatchObject({
      isComparable: true,
      numbers: { bedExits: 5 },
      typical: { bedExits: { low: 1, high: 1 } },
    });
    expect((await roomOfHandover(shiftFrom + 15.5 * hourMs)).night).toBeNull();
  });
});

describe('the times in which nobody watched the ward', () => {
  const board = (isAudible = true) => {
    const state = { isVisible: true, isAudible, wakeLock: 'held', soundCheck: null };
    return { wardUUIDs: [ward], ...state };
  };
  const uuid = randomUUID();
  const watchAt = async (at: number, isAudible = true) => {
    time = at;
    expect((await app.post(`/boards/${uuid}`, board(isAudible))).status).toBe(200);
  };

  test('are kept, also when they went on over the start of the shift, and when they go on', async () => {
    await watchAt(shiftFrom - hourMs);
    await watchAt(shiftFrom + 10 * minuteMs);
    for (let minute = 10; minute <= 120; minute += 0.5) {
      await watchAt(shiftFrom + minute * minuteMs, minute < 60 || minute >= 80);
    }
    const unwatched = async (at: number) =>
      (await handoverAt(at, `?at=${iso(shiftFrom)}`)).unwatched.map(({ from, to }) => [clock(from), clock(to)]);
    expect(await unwatched(shiftFrom + 120 * minuteMs)).toEqual([
      ['23:00', '23:10'],
      ['23:59', '00:20'],
    ]);
    expect(await unwatched(shiftFrom + 180 * minuteMs)).toEqual([
      ['23:00', '23:10'],
      ['23:59', '00:20'],
      ['01:00', undefined],
    ]);
  });
});

describe('a note in the handover', () => {
  const notesOf = async () => (await roomOfHandover(shiftFrom + 8 * hourMs)).notes;
  beforeEach(() => {
    time = shiftFrom + 6 * hourMs;
  });

  test('is signed, stays when it is corrected, and is stored once when it is sent twice', async () => {
    const uuid = randomUUID();
    const first = await addNote({ uuid });
    expect(first.status).toBe(200);
    const note = z.parse(RoomNote, await first.json());
    expect(note).toMatchObject({ uuid, at: iso(time), text: 'Slept badly', corrects: null, by: { kind: 'user' } });
    time += minuteMs;
    expect(await (await addNote({ uuid, text: 'Another text' })).json()).toEqual(note);
    expect((await addNote({ text: 'Slept well', corrects: uuid })).status).toBe(200);
    expect(await notesOf()).toMatchObject([{ text: 'Slept badly' }, { text: 'Slept well', corrects: uuid }]);
  });

  test('is refused with the name of the field', async () => {
    const fieldOf = async (answer: Promise<Response>) => {
      const response = await answer;
      return [response.status, z.parse(Refusal, await response.json()).errors[0]?.field];
    };
    const uuid = randomUUID();
    await addNote({ uuid });
    expect(await fieldOf(addNote({ text: '  ' }))).toEqual([422, 'text']);
    expect(await fieldOf(addNote({ text: 'x'.repeat(501) }))).toEqual([422, 'text']);
    expect(await fieldOf(addNote({ shiftFrom: iso(shiftFrom - 32 * dayMs) }))).toEqual([422, 'shiftFrom']);
    expect(await fieldOf(addNote({ shiftFrom: iso(shiftFrom + dayMs) }))).toEqual([422, 'shiftFrom']);
    expect(await fieldOf(addNote({ uuid }, small.streamA1x2))).toEqual([422, 'uuid']);
    expect(await fieldOf(addNote({ corrects: uuid }, small.streamA1x2))).toEqual([422, 'corrects']);
    expect(await notesOf()).toHaveLength(1);
  });

  test('and a read mark are refused to a user who may not see the room', async () => {
    const token = app.users.token([{ kind: 'ward', uuid: small.wardB1x }]);
    const body = { uuid: randomUUID(), shiftFrom: iso(shiftFrom), text: 'Hello' };
    expect((await app.post(`/streams/${room}/notes`, body, token)).status).toBe(404);
    const reading = { shiftFrom: iso(shiftFrom) };
    expect((await app.post(`/wards/${ward}/handover/readings`, reading, token)).status).toBe(404);
    expect((await app.get(`/wards/${ward}/handover`, token)).status).toBe(404);
  });
});

test('who has read the handover is named once, with the latest time', async () => {
  for (const minutes of [1, 5]) {
    time = shiftFrom + 7 * hourMs + minutes * minuteMs;
    expect((await app.post(`/wards/${ward}/handover/readings`, { shiftFrom: iso(shiftFrom) })).status).toBe(200);
  }
  const { readings } = await handoverAt(time);
  expect(readings.map(({ at }) => clock(at))).toEqual(['06:05']);
});

test('a room that is set INACTIVE is in the handover with its open fall and its notes', async () => {
  await reportAt(shiftFrom + 3 * hourMs, fall);
  await changeRoom(app.database, room, { status: 'INACTIVE' });
  const other = small.streamA1x2;
  time = shiftFrom + 6 * hourMs;
  expect((await addNote({}, other)).status).toBe(200);
  await changeRoom(app.database, other, { status: 'INACTIVE' });
  const { rooms } = await handoverAt(shiftFrom + 8 * hourMs);
  const shown = rooms.map(({ streamUUID, alerts, notes, night }) => [streamUUID, alerts.length, notes.length, night]);
  expect(shown).toEqual(
    expect.arrayContaining([
      [room, 1, 0, null],
      [other, 0, 1, null],
    ]),
  );
  const before = await handoverAt(time, `?at=${iso(shiftFrom - hourMs)}`);
  expect(before.rooms.map(({ streamUUID }) => streamUUID)).not.toContain(room);
});

test('notes and read marks stay in the handover when the shifts change, also those of a page opened before', async () => {
  const markRead = async () =>
    app.post(`/wards/${ward}/handover/readings`, { shiftFrom: iso(shiftFrom) }).then(({ status }) => status);
  time = shiftFrom + 7 * hourMs;
  expect((await addNote()).status).toBe(200);
  expect(await markRead()).toBe(200);
  const shifts = JSON.stringify({ timeZone: 'UTC', shifts: ['06:30', '14:30', '22:30'] });
  await app.database.query.updateTable('stream').set({ rules: shifts }).execute();
  time += minuteMs;
  expect((await addNote({ text: 'Slept well' })).status).toBe(200);
  expect(await markRead()).toBe(200);
  const { shift, rooms, readings } = await handoverAt(shiftFrom + 8 * hourMs);
  expect(clock(shift.from)).toBe('22:30');
  const texts = rooms.flatMap(({ notes }) => notes.map(({ text }) => text));
  expect(texts.toSorted()).toEqual(['Slept badly', 'Slept well']);
  expect(readings.map(({ at }) => clock(at))).toEqual(['06:01']);
});

test('a room that is not monitored and had no alert is not in the handover', async () => {
  await changeRoom(app.database, room, { status: 'INACTIVE' });
  expect((await handoverAt(shiftFrom + 8 * hourMs)).rooms.map(({ streamUUID }) => streamUUID)).not.toContain(room);
});
