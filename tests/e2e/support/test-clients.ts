/** Clients that a test creates for its own use. Only the administrator sees them. */
import { randomUUID } from 'node:crypto';
import { test as base } from './fixtures.ts';

/** The names of clients, their locations and their wards. */
type TestHierarchy = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface Fixtures {
  /** Creates clients. Resolves with a function that maps a name to the path of its page. */
  readonly createClients: (home: TestHierarchy) => Promise<(name: string) => string>;
}

export const test = base.extend<Fixtures>({
  createClients: async ({ app: { database } }, provide) => {
    const { query } = database;
    await provide(async (home) => {
      const addresses = new Map<string, string>();
      for (const [clientName, locations] of Object.entries(home)) {
        const client = randomUUID();
        addresses.set(clientName, `/client/${client}`);
        await query.insertInto('client').values({ uuid: client, display_name: clientName }).execute();
        for (const [locationName, wards] of Object.entries(locations)) {
          const location = { uuid: randomUUID(), client_uuid: client, display_name: locationName };
          addresses.set(locationName, `/client/${client}/location/${location.uuid}`);
          await query.insertInto('location').values(location).execute();
          const rows = wards.map((name) => ({ uuid: randomUUID(), location_uuid: location.uuid, display_name: name }));
          for (const { uuid, display_name: name } of rows)
            addresses.set(name, `${addresses.get(locationName)}/ward/${uuid}`);
          if (rows.length > 0) await query.insertInto('ward').values(rows).execute();
        }
      }
      return (name) => {
        const address = addresses.get(name);
        if (address === undefined) throw new Error(`the test created nothing named ${name}`);
        return address;
      };
    });
  },
});
