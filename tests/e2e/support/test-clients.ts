/** Clients that one test creates for itself. Only the administrator may see them. */
import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../support/app/start-app.ts';
import { test as base } from './fixtures.ts';

/** Client names to location names to ward names. */
type TestHierarchy = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface Fixtures {
  /** Creates clients. Resolves with a function from a name to the path of its page. They are deleted after the test. */
  readonly createClients: (home: TestHierarchy) => Promise<(name: string) => string>;
}

export const test = base.extend<Fixtures>({
  createClients: async ({ app }, provide) => {
    const own: string[] = [];
    await provide(async (home) => {
      const addresses = new Map<string, string>();
      for (const [client, locations] of Object.entries(home)) {
        const uuid = randomUUID();
        own.push(uuid);
        addresses.set(client, `/client/${uuid}`);
        await app.database.query.insertInto('client').values({ uuid, display_name: client }).execute();
        await insertLocations(app, uuid, locations, addresses);
      }
      return (name) => {
        const address = addresses.get(name);
        if (address === undefined) throw new Error(`there is no ${name}`);
        return address;
      };
    });
    if (own.length > 0) await removeClients(app, own);
  },
});

async function insertLocations(
  { database: { query } }: TestApp,
  client: string,
  locations: TestHierarchy[string],
  addresses: Map<string, string>,
): Promise<void> {
  for (const [location, wards] of Object.entries(locations)) {
    const uuid = randomUUID();
    const address = `/client/${client}/location/${uuid}`;
    addresses.set(location, address);
    await query.insertInto('location').values({ uuid, client_uuid: client, display_name: location }).execute();
    for (const ward of wards) {
      const row = { uuid: randomUUID(), location_uuid: uuid, display_name: ward };
      addresses.set(ward, `${address}/ward/${row.uuid}`);
      await query.insertInto('ward').values(row).execute();
    }
  }
}

async function removeClients({ database: { query } }: TestApp, clients: readonly string[]): Promise<void> {
  const locations = query.selectFrom('location').select('uuid').where('client_uuid', 'in', clients);
  await query.deleteFrom('ward').where('location_uuid', 'in', locations).execute();
  await query.deleteFrom('location').where('client_uuid', 'in', clients).execute();
  await query.deleteFrom('client').where('uuid', 'in', clients).execute();
}
