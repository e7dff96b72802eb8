import { afterAll, beforeAll, expect, test } from 'vitest';
import { small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isVisibleClient, isVisibleLocation, isVisibleWard } from './visible.ts';

let database: Database;
beforeAll(async () => {
  database = await openSmallHome();
});
afterAll(() => database.close());

async function seenBy(scopes: readonly Scope[]) {
  const { query } = database;
  const [clients, locations, wards] = await Promise.all([
    query.selectFrom('client').select('uuid').where(isVisibleClient(scopes)).orderBy('uuid').execute(),
    query.selectFrom('location').select('uuid').where(isVisibleLocation(scopes)).orderBy('uuid').execute(),
    query.selectFrom('ward').select('uuid').where(isVisibleWard(scopes)).orderBy('uuid').execute(),
  ]);
  return { clients: uuidsOf(clients), locations: uuidsOf(locations), wards: uuidsOf(wards) };
}

const uuidsOf = (rows: readonly { readonly uuid: string }[]) => rows.map(({ uuid }) => uuid);

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
