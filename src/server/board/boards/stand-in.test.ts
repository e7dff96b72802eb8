import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Database } from '../../database/database.ts';

const hour = 3_600_000;
const minute = 60_000;
const [fall, outOfBed] = [1, 3];

/** A server that has run for an hour. */
let database: Database;
let app: SmallApp;
let now: number;
beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  database = await openSmallHome();
  app = await startSmallApp({ database, now: () => now });
  now += hour;
});
afterEach(async () => {
  await app.close();
  await database.close();
});

/** A board that shows a ward. Each call reports the board, and returns the alerts that it shows for other wards. */
function createBoard(ward: string) {
  const uuid = randomUUID();
  return async (token = app.token) => {
    const watchedBoard = { wardUUIDs: [ward], isVisible: true, isAudible: true, wakeLock: 'held', soundCheck: null };
    const response = await app.post(`/boards/${uuid}`, watchedBoard, token);
    const { standInWards } = z.parse(endpoints.reportBoard.response, await response.json());
    return standInWards.flatMap(({ displayName, rooms }) =>
      rooms.flatMap((room) => (room.alerts ?? []).map(({ state }) => `${displayName}, ${room.displayName}: ${state}`)),
    );
  };
}

async function report(stream: string, status: number): Promise<void> {
  now += 1_000;
  expect((await app.report({ stream, status })).status).toBe(200);
}

async function answer(action: string): Promise<void> {
  const [alert] = await app.alertsOf();
  expect((await app.post(`/alerts/${alert?.uuid}/${action}`)).status).toBe(200);
}

test('a fall in an unwatched ward is shown on the boards of its sister wards, with its answers, until the ward is watched', async () => {
  const [x, y] = [createBoard(small.wardA1x), createBoard(small.wardA1y)];
  await x();
  await report(small.streamA1x1, fall);
  await report(small.streamA1x2, outOfBed);
  expect(await y(), 'the own board has shown the fall a moment ago').toEqual([]);
  now += 1 * minute;
  expect(await y()).toEqual(['Ward X, Room 1: raised']);
  expect(await createBoard(small.wardA2x)(), 'another location').toEqual([]);
  await answer('acknowledge');
  expect(await y()).toEqual(['Ward X, Room 1: acknowledged']);
  await x();
  expect(await y()).toEqual([]);
});

test('a fall in a ward that was unwatched for a week is shown on the boards of its sister wards', async () => {
  const [x, y] = [createBoard(small.wardA1x), createBoard(small.wardA1y)];
  await x();
  now += 7 * 24 * hour;
  expect(await y()).toEqual([]);
  await report(small.streamA1x1, fall);
  expect(await y()).toEqual(['Ward X, Room 1: raised']);
});

test('a board shows no fall of a ward that its user may not see, or that no board has ever shown', async () => {
  const y = createBoard(small.wardA1y);
  await report(small.streamA1x1, fall);
  expect(await y(), 'nobody has ever watched the ward').toEqual([]);
  await createBoard(small.wardA1x)();
  now += 1 * minute;
  const nurse = app.users.token([{ kind: 'ward', uuid: small.wardA1y }], { expiresAt: Infinity });
  expect(await createBoard(small.wardA1y)(nurse)).toEqual([]);
  expect(await y()).toHaveLength(1);
});
