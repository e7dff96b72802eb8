import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { everything, small } from '../../../tests/support/homes/small-home.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { createRoomLookup, type RoomLookup } from './room-lookup.ts';

let database: Database;
let externalWrites: number | undefined;
let now: number;
let rooms: RoomLookup;
beforeEach(async () => {
  const opened = await openSmallHome();
  [externalWrites, now] = [0, 0];
  database = { ...opened, externalWriteVersion: () => externalWrites };
  await rename(small.streamA1x1, 'room-1');
  await rename(small.streamB1x1, 'room-2');
  rooms = createRoomLookup(database, () => now);
});
afterEach(() => database.close());

const rename = (uuid: string, alias: string) =>
  database.query.updateTable('stream').set({ alias }).where('uuid', '=', uuid).execute();
const find = async (name: string, scope: Scope = everything) => (await rooms.lookUp(scope, [name]))(name);
const [first, second] = [{ uuid: small.streamA1x1 }, { uuid: small.streamB1x1 }];

test('a name is looked up once until another process writes to the database', async () => {
  expect(await find('room-1')).toEqual(first);
  expect(await find('room-3')).toBe('unknown');
  const queries = vi.spyOn(database.query, 'selectFrom');
  await rename(small.streamA1x1, 'room-3');
  expect([await find('room-1'), await find('room-3')]).toEqual([first, 'unknown']);
  expect(queries).not.toHaveBeenCalled();
  externalWrites = 1;
  expect([await find('room-1'), await find('room-3')]).toEqual(['unknown', first]);
});

test('a name is looked up again after a second if the database does not tell that another process has written', async () => {
  externalWrites = undefined;
  rooms = createRoomLookup(database, () => now);
  expect(await find('room-1')).toEqual(first);
  await rename(small.streamA1x1, 'room-3');
  now = 999;
  expect(await find('room-1')).toEqual(first);
  now = 1_000;
  expect(await find('room-1')).toBe('unknown');
});

test('a name is looked up again after another process has written during its lookup', async () => {
  const looking = find('room-1');
  externalWrites = 1;
  await looking;
  await rename(small.streamA1x1, 'room-3');
  expect(await find('room-1')).toBe('unknown');
});

test('a room of another scope stays unknown after it was looked up in its own scope', async () => {
  expect(await find('room-2')).toEqual(second);
  expect(await find('room-2', { kind: 'client', uuid: small.clientA })).toBe('unknown');
  expect(await find('room-2', { kind: 'client', uuid: small.clientB })).toEqual(second);
  expect(await find('room-2', { kind: 'location', uuid: small.clientB })).toBe('unknown');
});

test('invented names do not fill the memory: beyond 20,000 names all are looked up again', async () => {
  await find('room-1');
  const queries = vi.spyOn(database.query, 'selectFrom');
  const invent = (count: number, call: number) =>
    rooms.lookUp(
      everything,
      Array.from({ length: count }, (_, index) => `invented-${call}-${index}`),
    );
  for (let call = 0; call < 10; call += 1) await invent(2_000, call);
  await find('room-1');
  expect(queries).toHaveBeenCalledTimes(11);
  await find('room-1');
  expect(queries).toHaveBeenCalledTimes(11);
});
