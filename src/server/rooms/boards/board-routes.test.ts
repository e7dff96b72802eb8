import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { everything, seedSmallHome, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import type { BoardState } from '../../../contract/boards.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';

/** Two processes with the same database and the same clock, which have run for an hour. */
let database: Database;
let first: SmallApp;
let second: SmallApp;
let now: number;

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const locationA1: Scope = { kind: 'location', uuid: small.locationA1 };

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  database = await openTestDatabase();
  await seedSmallHome(database);
  [first, second] = await Promise.all([start(), start()]);
  now += hours;
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
  await database.close();
});

const start = () => startSmallApp({ database, now: () => now, metricsToken: 'a token of metrics' });

type BoardState = z.input<typeof BoardState>;

const working: Omit<BoardState, 'wardUUIDs'> = {
  isVisible: true,
  isAudible: true,
  wakeLock: 'held',
  soundCheck: { at: '2026-03-01T00:30:00.000Z', isHeard: true },
};

function send(app: SmallApp, uuid: string, state: object, token = app.token): Promise<Response> {
  return fetch(`${app.url}/api/boards/${uuid}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(state),
  });
}

/** A board that shows these wards. Each call reports it once, and returns the names in the answer. */
function createBoard(...wardUUIDs: readonly string[]) {
  const uuid = randomUUID();
  return {
    uuid,
    report: async (app: SmallApp, state: Partial<BoardState> = {}, token = app.token) => {
      const response = await send(app, uuid, { ...working, wardUUIDs, ...state }, token);
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

test('a ward whose last board is gone for a minute is named on the boards of its sister wards at every process, in the list of wards and in the metrics', async () => {
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

test('a board that is hidden, silent or not heard does not watch its ward', async () => {
  const [x, y] = [boardX(), boardY()];
  await x.report(first);
  const states: Partial<BoardState>[] = [
    { isVisible: false },
    { isAudible: false },
    { soundCheck: { at: '2026-03-01T01:00:00.000Z', isHeard: false } },
  ];
  for (const state of states) {
    now += 1 * minutes;
    await x.report(first, state);
    expect((await y.report(first)).unwatched).toEqual(['Ward X 01:00:00']);
  }
  await x.report(first, { soundCheck: null });
  expect((await y.report(first)).unwatched, 'nobody was asked yet').toEqual([]);
});

test('a ward that no board has shown for a day, or ever, is not called unwatched, and neither is a ward of another location', async () => {
  const [x, y] = [boardX(), boardY()];
  expect((await y.report(first)).unwatched).toEqual([]);
  await x.report(first);
  await createBoard(small.wardA2x).report(first);
  now += 24 * hours;
  expect((await y.report(first)).unwatched).toEqual(['Ward X 01:00:00']);
  now += 1;
  expect((await y.report(first)).unwatched).toEqual([]);
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

test('a ward is watched again at once after the clock of the server was set back', async () => {
  const [x, y] = [boardX(), boardY()];
  await x.report(first);
  now -= 30 * minutes;
  await x.report(first);
  now += 1 * minutes;
  expect((await y.report(first)).unwatched).toEqual(['Ward X 00:30:00']);
});

test('a board is told for which wards it is the only one that staff see and hear', async () => {
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

test('a user is told only about wards that the own rights cover, and cannot report a board for others', async () => {
  const nurse = first.users.token([{ kind: 'ward', uuid: small.wardA1y }], { expiresAt: Infinity });
  await boardX().report(first);
  now += 2 * minutes;
  expect((await boardY().report(first, {}, nurse)).unwatched).toEqual([]);
  for (const wardUUIDs of [[small.wardA1x], [small.wardA1y, small.wardA1x], [unknownUuid]]) {
    expect((await send(first, randomUUID(), { ...working, wardUUIDs }, nurse)).status).toBe(404);
  }
  expect((await send(first, randomUUID(), { ...working, wardUUIDs: [] }, nurse)).status).toBe(422);
});

test('a manager lists the boards of a ward or a location of the own rights; a nurse does not', async () => {
  const manager = first.users.token([locationA1], { expiresAt: Infinity });
  const list = async (uuid: string, token = manager) => {
    const response = await first.get(`/boards?locationUUID=${uuid}`, token);
    return z.parse(endpoints.listBoards.response, await response.json()).items;
  };
  const all = createBoard(small.wardA1x, small.wardA1y, small.wardA2x);
  await all.report(first);
  now += 20 * seconds;
  await all.report(second, { isAudible: false, wakeLock: 'refused' });
  await createBoard(small.wardA2x).report(second);
  const shown = {
    ...working,
    uuid: all.uuid,
    isAudible: false,
    wakeLock: 'refused',
    since: '2026-03-01T01:00:00.000Z',
    seenAt: '2026-03-01T01:00:20.000Z',
  };
  expect(await list(small.locationA1)).toEqual([{ ...shown, wardUUIDs: [small.wardA1x, small.wardA1y] }]);
  expect(await list(small.wardA1y)).toEqual([{ ...shown, wardUUIDs: [small.wardA1y] }]);
  expect(await list(small.locationA2, first.token)).toHaveLength(2);
  const nurse = first.users.token([locationA1], { expiresAt: Infinity, roles: ['ward-nurse'] });
  expect((await first.get(`/boards?locationUUID=${small.locationA1}`, nurse)).status).toBe(403);
  now += 61 * seconds;
  expect(await list(small.locationA1)).toEqual([]);
});

test('a user who reports boards without an end is refused for the rest of the minute, and other users are not', async () => {
  const [many, other] = [[everything], [everything]].map((scopes) =>
    first.users.token(scopes, { expiresAt: Infinity }),
  );
  const report = (token?: string) => send(first, randomUUID(), { ...working, wardUUIDs: [small.wardA1x] }, token);
  const answers: Response[] = [];
  for (let count = 0; count < 601; count += 1) answers.push(await report(many));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
  const refused = answers.at(-1);
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await report(other)).status).toBe(200);
  now += 1 * minutes;
  expect((await report(many)).status).toBe(200);
});

test('many boards of the same wards report at once to two processes', async () => {
  const wards = [small.wardA1x, small.wardA1y, small.wardA2x, small.wardB1x];
  const boards = Array.from({ length: 20 }, (_, index) =>
    createBoard(...(index % 2 === 0 ? wards : wards.toReversed())),
  );
  await Promise.all(boards.map((board, index) => board.report(index % 3 === 0 ? first : second)));
  now += 16 * seconds;
  const answers = await Promise.all(boards.map((board, index) => board.report(index % 3 === 0 ? first : second)));
  expect(answers.flatMap(({ onlyBoardOf }) => onlyBoardOf)).toEqual([]);
});
