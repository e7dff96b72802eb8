import { afterAll, beforeAll, expect, test } from 'vitest';
import { unknownUuid, seedSmallHome, small } from '../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { visibleClient, visibleLocation, visibleWard } from './visible.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterAll(() => database.close());

async function seenBy(scopes: readonly Scope[]) {
  const { query } = database;
  const [clients, locations, wards] = await Promise.all([
    query.selectFrom('client').select('uuid').where(visibleClient(scopes)).orderBy('uuid').execute(),
    query.selectFrom('location').select('uuid').where(visibleLocation(scopes)).orderBy('uuid').execute(),
    query.selectFrom('ward').select('uuid').where(visibleWard(scopes)).orderBy('uuid').execute(),
  ]);
  return { clients: uuidsOf(clients), locations: uuidsOf(locations), wards: uuidsOf(wards) };
}

const uuidsOf = (rows: readonly { readonly uuid: string }[]) => rows.map(({ uuid }) => uuid);

test('a user without a scope sees nothing', async () => {
  expect(await seenBy([])).toEqual({ clients: [], locations: [], wards: [] });
});

test('a scope shows everything below it and the ancestors above it', async () => {
  expect(await seenBy([{ kind: 'ward', uuid: small.wardA1y }])).toEqual({
    clients: [small.clientA],
    locations: [small.locationA1],
    wards: [small.wardA1y],
  });
  expect(await seenBy([{ kind: 'client', uuid: small.clientB }])).toEqual({
    clients: [small.clientB],
    locations: [small.locationB1],
    wards: [small.wardB1x],
  });
});

test('a user with thousands of scopes sees exactly what they cover', async () => {
  const others = Array.from({ length: 5_000 }, (_, index): Scope => {
    const kind = (['client', 'location', 'ward'] as const)[index % 3] ?? 'ward';
    return { kind, uuid: unknownUuid.replace(/.{4}$/, String(index).padStart(4, '0')) };
  });
  expect(await seenBy([...others, { kind: 'location', uuid: small.locationA2 }])).toEqual({
    clients: [small.clientA],
    locations: [small.locationA2],
    wards: [small.wardA2x],
  });
});
