import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import type { BoardState } from '../../../contract/board/boards.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Database } from '../../database/database.ts';
import { readBoards } from './board-queries.ts';

/** Two processes with the same database and the same clock, which have run for an hour. */
let database: Database;
let first: SmallApp;
let second: SmallApp;
let now: number;

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  database = await openSmallHome();
  [first, second] = await Promise.all([start(), start()]);
  now += hours;
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
  await database.close();
});

const start = () => startSmallApp({ database, now: () => now, metricsToken: 'a token of metrics' });

type BoardState = z.input<typeof BoardState>;

const watchedBoard: Omit<BoardState, 'wardUUIDs'> = {
  isVisible: true,
  isAudible: true,
  wakeLock: 'held',
  soundCheck: { at: '2026-03-01T00:30:00.000Z', isHeard: true },
};

const send = ({ post }: SmallApp, uuid: string, state: object, token?: string) => post(`/boards/${uuid}`, state, token);

/** A board that shows these wards. Each call reports the board once, and returns the names of wards in the response. */
function createBoard(...wardUUIDs: readonly string[]) {
  const uuid = randomUUID();
  return {
    uuid,
    report: async (app: SmallApp, state: Partial<BoardState> = {}, token = app.token) => {
      const response = await send(app, uuid, { ...watchedBoard, wardUUIDs, ...state }, token);
      const { unwatchedWards, onlyBoardOf } = z.parse(endpoints.reportBoard.response, await response.json());
      return {
        unwatched: unwatchedWards.map(({ displayName, since }) => `${displayName} ${since.slice(11, 19)}`),
        onlyBoardOf: onlyBoardOf.map(({ displayName }) => displayName),
      };
    },
  };
}

async function unwatchedInList(app: SmallApp): Promise<readonly (string | undefined)[]> {
  const response = await app.get(`/wards?locationUUID=${small.locationA1}`);
  return z.parse(endpoints.listWards.response, await response.json()).items.map((ward) => ward.unwatchedSince);
}

async function unwatchedMetric(app: SmallApp): Promise<string | undefined> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer a token of metrics' } });
  return /^room_status_unwatched_wards (.*)$/m.exec(await response.text())?.[1];
}

const boardX = () => createBoard(small.wardA1x);
const boardY = () => createBoard(small.wardA1y);

test('a ward without a board for a minute is reported as unwatched to boards of its sister wards at every process, in the list of wards and in the metrics', async () => {
  const [x, y] = [boardX(), boardY()];
  await x.report(first);
  expect(await y.report(second)).toEqual({ unwatched: [], onlyBoardOf: ['Ward Y'] });
  now += 59 * seconds;
  expect((await y.report(second)).unwatched).toEqual([]);
  expect([await unwatchedInList(first), await unwatchedMetric(first)]).toEqual([[undefined, undefined], '0']);
  now += 1 * seconds;
  for (const app of [first, second]) {
    expect((await y.report(app)).unwatched).toEqual(['Ward X 01:00:00']);
    expect(await unwatchedInList(app)).toEqual(['2026-03-01T01:00:00.000Z', undefined]);
    expect(await unwatchedMetric(app)).toBe('1');
  }
  await x.report(second);
  expect((await y.report(first)).unwatched).toEqual([]);
  expect([await unwatchedInList(first), await unwatchedMetric(first)]).toEqual([[undefined, undefined], '0']);
});

test('the time at which a ward was last watched survives a restart, and a server reports no unwatched ward in its first minute', async () => {
  const [x, y] = [boardX(), boardY()];
  await x.report(first);
  now += 10 * minutes;
  await first.close();
  first = await start();
  expect((await y.report(first)).unwatched).toEqual([]);
  now += 1 * minutes;
  expect((await y.report(first)).unwatched).toEqual(['Ward X 01:00:00']);
});

test('the response to a board names the wards for which no other board is watching', async () => {
  const [x, all] = [boardX(), createBoard(small.wardA1x, small.wardA1y)];
  await x.report(first);
  expect((await all.report(second)).onlyBoardOf).toEqual(['Ward Y']);
  expect((await x.report(first)).onlyBoardOf).toEqual([]);
  await all.report(second, { isVisible: false });
  expect((await x.report(first)).onlyBoardOf).toEqual(['Ward X']);
  await all.report(second);
  now += 61 * seconds;
  expect((await x.report(first)).onlyBoardOf, 'the other board is gone').toEqual(['Ward X']);
});

test('the response to a board names only wards in the rights of its user, and nobody can report a board for other wards', async () => {
  const nurse = first.users.token([{ kind: 'ward', uuid: small.wardA1y }], { expiresAt: Infinity });
  await boardX().report(first);
  now += 2 * minutes;
  expect((await boardY().report(first, {}, nurse)).unwatched).toEqual([]);
  for (const wardUUIDs of [[small.wardA1x], [small.wardA1y, small.wardA1x], [unknownUuid]]) {
    expect((await send(first, randomUUID(), { ...watchedBoard, wardUUIDs }, nurse)).status).toBe(404);
  }
  expect((await send(first, randomUUID(), { ...watchedBoard, wardUUIDs: [] }, nurse)).status).toBe(422);
});

test('a user who reports with the uuid of the board of another user is refused, and that board does not change', async () => {
  const [x, y] = [boardX(), boardY()];
  await x.report(first);
  const other = second.users.token([everything], { expiresAt: Infinity });
  const silent = { ...watchedBoard, wardUUIDs: [small.wardA1y], isAudible: false };
  expect((await send(second, x.uuid.toUpperCase(), silent, other)).status).toBe(404);
  expect(await y.report(second)).toEqual({ unwatched: [], onlyBoardOf: ['Ward Y'] });
  const boards = await readBoards(first.database.query, now, [small.wardA1x]);
  expect(boards).toMatchObject([{ uuid: x.uuid, isAudible: true, wardUUIDs: [small.wardA1x] }]);
  now += 61 * seconds;
  await y.report(first);
  expect((await send(second, x.uuid, silent, other)).status, 'the board is gone').toBe(200);
});

test('the latest twenty boards of a user are kept, and all boards of other users, and all their wards are watched', async () => {
  const [many, other] = [[everything], [everything]].map((scopes) =>
    first.users.token(scopes, { expiresAt: Infinity }),
  );
  const report = async (wardUUIDs: readonly string[], token?: string) => {
    const uuid = randomUUID();
    expect((await send(first, uuid, { ...watchedBoard, wardUUIDs }, token)).status).toBe(200);
    now += 1 * seconds;
    return uuid;
  };
  const [ofOther, oldest] = [await report([small.wardA1x], other), await report([small.wardA1y], many)];
  const latest: string[] = [];
  for (let count = 0; count < 20; count += 1) latest.push(await report([small.wardA1x], many));
  const boards = await readBoards(first.database.query, now);
  expect(boards.map(({ uuid }) => uuid)).toEqual([ofOther, ...latest]);
  expect(boards.map(({ uuid }) => uuid)).not.toContain(oldest);
  expect(await unwatchedInList(first)).toEqual([undefined, undefined]);
});

test('a user whose boards report without an end is refused for the rest of the minute, and other users are not', async () => {
  const [many, other] = [[everything], [everything]].map((scopes) =>
    first.users.token(scopes, { expiresAt: Infinity }),
  );
  const [uuid, another] = [randomUUID(), randomUUID()];
  const report = (token?: string, id = uuid) => send(first, id, { ...watchedBoard, wardUUIDs: [small.wardA1x] }, token);
  const answers: Response[] = [];
  for (let count = 0; count < 601; count += 1) answers.push(await report(many));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
  const refused = answers.at(-1);
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await report(other, another)).status).toBe(200);
  now += 1 * minutes;
  expect((await report(many)).status).toBe(200);
});

test('twenty boards of the same wards that report at once to two processes are all stored', async () => {
  const wards = [small.wardA1x, small.wardA1y, small.wardA2x, small.wardB1x];
  const boards = Array.from({ length: 20 }, (_, index) =>
    createBoard(...(index % 2 === 0 ? wards : wards.toReversed())),
  );
  await Promise.all(boards.map((board, index) => board.report(index % 3 === 0 ? first : second)));
  now += 16 * seconds;
  const answers = await Promise.all(boards.map((board, index) => board.report(index % 3 === 0 ? first : second)));
  expect(answers.flatMap(({ onlyBoardOf }) => onlyBoardOf)).toEqual([]);
});

test('the response names the start of the present shift, by the clock of the location', async () => {
  const rules = JSON.stringify({ timeZone: 'America/New_York', shifts: ['06:30', '18:30'] });
  await database.query.updateTable('stream').set({ rules }).execute();
  now = Date.parse('2026-03-08T16:00:00Z');
  const response = await send(first, randomUUID(), { ...watchedBoard, wardUUIDs: [small.wardA1x] });
  // The clock changed in this night: 06:30 is 10:30 in UTC, not 11:30.
  expect(await response.json()).toMatchObject({ shiftFrom: '2026-03-08T10:30:00.000Z' });
});
