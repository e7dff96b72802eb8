import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { RoomHistory, WardHistory } from '../../contract/history/room-history.ts';

let app: SmallApp;
let time: number;
beforeEach(async () => {
  time = Date.UTC(2026, 2, 1, 20);
  app = await startSmallApp({ now: () => time });
});
afterEach(() => app.close());

async function setRules(rules: object): Promise<void> {
  const values = { rules: JSON.stringify(rules) };
  await app.database.query.updateTable('stream').set(values).where('ward_uuid', '=', small.wardA1x).execute();
}

async function wardHistory(query = '') {
  const response = await app.get(`/wards/${small.wardA1x}/history${query}`);
  return z.parse(WardHistory, await response.json());
}

test('without a beginning the history of a ward begins with the shift of its location', async () => {
  await setRules({ timeZone: 'America/New_York', shifts: ['06:30', '18:30'] });
  // It is 15:00 in New York.
  const from = '2026-03-01T11:30:00.000Z';
  expect(await wardHistory()).toMatchObject({ from, timeZone: 'America/New_York', shifts: ['06:30', '18:30'] });
  expect(await wardHistory('?to=2026-03-01T11:00:00Z')).toMatchObject({ from: '2026-02-28T23:30:00.000Z' });
});

test('when a shift has just begun, the history of a ward begins two hours before', async () => {
  await setRules({ timeZone: 'UTC' });
  time = Date.UTC(2026, 2, 1, 23, 10);
  expect(await wardHistory()).toMatchObject({
    from: '2026-03-01T21:10:00.000Z',
    shifts: ['07:00', '15:00', '23:00'],
  });
});

test('the history of a room names the shifts of its location, and the default ones in place of shifts that this version does not know', async () => {
  const shiftsOf = async () => {
    const response = await app.get(`/streams/${small.streamA1x1}/history`);
    return z.parse(RoomHistory, await response.json()).shifts;
  };
  await setRules({ shifts: ['06:00'] });
  expect(await shiftsOf()).toEqual(['06:00']);
  await setRules({ shifts: ['06:00 on Sundays'] });
  expect(await shiftsOf()).toEqual(['07:00', '15:00', '23:00']);
});
