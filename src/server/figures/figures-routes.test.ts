import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp, unknownUuid } from '../../../tests/support/app/start-small-app.ts';
import { Figures, figuresEndpoints } from '../../contract/figures/figures.ts';
import { createNightCounter } from '../history/nights/night-counter.ts';
import { pruneDatabase } from '../maintenance/prune.ts';

const [fall, inBed, unreachable] = [1, 5, 12];
const [room, otherRoom, ward] = [small.streamA1x1, small.streamA1x2, small.wardA1x];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Noon in the time zone of the location. */
const start = Date.UTC(2026, 2, 20, 12);
const rules = JSON.stringify({ timeZone: 'UTC' });

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = start;
  app = await startSmallApp({ now: () => time });
  await app.database.query.updateTable('stream').set({ rules }).execute();
});
afterEach(() => app.close());

const iso = (at: number) => new Date(at).toISOString();

async function reportAt(at: number, status: number, stream: string = room): Promise<void> {
  time = at;
  expect((await app.report({ stream, status, at: iso(at) })).status).toBe(200);
}

/** A fall that staff answer after so many seconds, and resolve. */
async function fallAt(at: number, afterSeconds: number, resolution: string, stream: string = room): Promise<void> {
  await reportAt(at, fall, stream);
  const alerts = await app.alertsOf(ward);
  const uuid = alerts.find(({ streamUUID, isTest }) => streamUUID === stream && !isTest)?.uuid;
  time = at + afterSeconds * 1_000;
  expect((await app.post(`/alerts/${uuid}/attend`, {})).status).toBe(200);
  expect((await app.post(`/alerts/${uuid}/resolve`, { resolution, attended: true })).status).toBe(200);
  await reportAt(time + 1_000, inBed, stream);
}

async function countTo(at: number): Promise<void> {
  time = at;
  await createNightCounter({ database: app.database, now: () => time, pauseMs: 0 }).count();
}

type Query = Readonly<Record<string, string>>;

const addressOf = (path: string, query: Query = {}) =>
  `/figures${path}?${new URLSearchParams({ placeUUID: ward, from: iso(start), to: iso(start + 2 * dayMs), ...query }).toString()}`;

async function figuresOf(query: Query = {}) {
  const response = await app.get(addressOf('', query));
  expect(response.status).toBe(200);
  return z.parse(Figures, await response.json());
}

async function alertsOf(query: Query = {}) {
  const response = await app.get(addressOf('/alerts', query));
  expect(response.status).toBe(200);
  return z.parse(figuresEndpoints.listFigureAlerts.response, await response.json());
}

/** Two nights with falls, of which one was a false alarm, and a camera that was out for six hours. */
async function reportTwoNights(): Promise<void> {
  await reportAt(start, inBed);
  await reportAt(start, inBed, otherRoom);
  await fallAt(start + 14 * hourMs, 30, 'helped');
  await fallAt(start + 15 * hourMs, 60, 'false-alarm', otherRoom);
  await app.post(`/streams/${room}/drill`, {});
  await reportAt(start + dayMs, unreachable, otherRoom);
  await reportAt(start + dayMs + 6 * hourMs, inBed, otherRoom);
  await fallAt(start + dayMs + 14 * hourMs, 120, 'helped');
}

describe('the figures of a ward', () => {
  test('count alerts, falls, false alarms, times to arrival and what devices observed, without drills', async () => {
    await reportTwoNights();
    await countTo(start + 2 * dayMs + 2 * hourMs);
    const { totals, countedTo, hours, rooms, statuses, wards } = await figuresOf();
    expect(totals).toMatchObject({
      alerts: 3,
      falls: 2,
      falseAlarms: 1,
      unanswered: 0,
      acknowledgedMs: { p50: 60_000, p90: 120_000 },
      arrivedMs: { p50: 60_000, p90: 120_000 },
      alertLoad: 1,
      watchedShare: null,
    });
    expect(countedTo).toBe(iso(start + 2 * dayMs));
    expect(totals.monitoredShare).toBeCloseTo(1 - 6 / (4 * 24), 3);
    expect(hours.filter(({ alerts }) => alerts > 0)).toMatchObject([
      { hour: 2, alerts: 2 },
      { hour: 3, alerts: 1 },
    ]);
    expect(statuses).toMatchObject([{ status: fall, alerts: 3 }]);
    expect(wards).toMatchObject([{ wardUUID: ward, alerts: 3 }]);
    const ofOther = rooms.find(({ streamUUID }) => streamUUID === otherRoom);
    expect(ofOther).toMatchObject({ alerts: 1, falseAlarms: 1, falls: 0 });
    expect(ofOther?.monitoredShare).toBeCloseTo(1 - 6 / 48, 3);
  });

  test('of a period and the one before have each alert once', async () => {
    await reportTwoNights();
    await countTo(start + 2 * dayMs + 2 * hourMs);
    const present = await figuresOf({ from: iso(start + dayMs) });
    const before = await figuresOf({ to: iso(start + dayMs) });
    expect([present.totals.alerts, before.totals.alerts]).toEqual([1, 2]);
  });

  test('lead to the alerts that they count', async () => {
    await reportTwoNights();
    await countTo(start + 2 * dayMs + 2 * hourMs);
    const count = async (query: Query) => (await alertsOf(query)).items.length;
    expect(await count({})).toBe(3);
    expect(await count({ kind: 'falls' })).toBe(2);
    expect(await count({ hour: '3' })).toBe(1);
    expect(await count({ streamUUID: otherRoom, kind: 'false-alarms' })).toBe(1);
    const { items } = await alertsOf({ kind: 'slow' });
    expect(items).toMatchObject([{ acknowledgedMs: 120_000, resolution: 'helped', streamUUID: room }]);
  });

  test('are a CSV file for each table', async () => {
    await reportTwoNights();
    await countTo(start + 2 * dayMs + 2 * hourMs);
    const linesOf = async (address: string) => (await (await app.get(address)).text()).trim().split('\r\n');
    for (const [table, count] of [
      ['statuses', 1],
      ['wards', 1],
      ['hours', 24],
    ] as const) {
      expect(await linesOf(addressOf('.csv', { table }))).toHaveLength(count + 1);
    }
    const [names, ...alerts] = await linesOf(addressOf('/alerts.csv'));
    expect(names).toMatch(/^room,raised_at,status_code,status,/);
    expect(alerts[0]).toMatch(/,1,man_down,high,120,120,120,helped$/);
  });

  test('count an alert once in pages of a hundred', async () => {
    await reportAt(start, inBed);
    for (let count = 0; count < 105; count += 1) await fallAt(start + hourMs + count * 5 * minuteMs, 10, 'helped');
    await countTo(start + dayMs + 2 * hourMs);
    const first = await alertsOf();
    const second = await alertsOf({ cursor: first.next ?? '' });
    const times = [...first.items, ...second.items].map(({ raisedAt }) => raisedAt);
    expect([first.items.length, second.items.length, second.next]).toEqual([100, 5, null]);
    expect(new Set(times).size).toBe(105);
  });
});

test('the time in which nobody watched counts from the first board on, after pruning too', async () => {
  const board = { isVisible: true, isAudible: true, wakeLock: 'held', soundCheck: null, wardUUIDs: [ward] };
  const watchAt = async (at: number) => {
    time = at;
    expect((await app.post(`/boards/${unknownUuid}`, board)).status).toBe(200);
  };
  await watchAt(start + dayMs);
  await watchAt(start + dayMs + 6 * hourMs);
  await watchAt(start + dayMs + 6 * hourMs + 30_000);
  time = start + dayMs + 8 * hourMs;
  const watchedShare = async () => (await figuresOf()).totals.watchedShare;
  expect(await watchedShare()).toBeCloseTo(30_000 / (8 * hourMs), 6);
  await pruneDatabase(app.database, { before: time, now: time }, () => undefined);
  expect(await watchedShare()).toBeCloseTo(30_000 / (8 * hourMs), 6);
  // An earlier `prune` deleted these rows.
  await app.database.query.deleteFrom('unwatched_period').execute();
  expect(await watchedShare()).toBe(0);
});

test('the figures of a place are for its managers', async () => {
  const scope = { kind: 'ward', uuid: ward } as const;
  const statusOf = async (token: string, query: Query = {}) => (await app.get(addressOf('', query), token)).status;
  const manager = app.users.token([scope]);
  expect(await statusOf(app.users.token([scope], { roles: ['ward-nurse'] }))).toBe(403);
  expect(await statusOf(manager)).toBe(200);
  expect(await statusOf(manager, { placeUUID: small.wardA1y })).toBe(404);
  expect(await statusOf(manager, { placeUUID: small.locationA1 })).toBe(403);
  const refused = await app.get(addressOf('', { from: iso(start + 3 * dayMs) }), manager);
  expect(await refused.json()).toMatchObject({ errors: [{ field: 'from' }] });
});
