/** Creates the home of chaos runs and benchmarks: one location with wards, a nurse who sees all wards, a device key. */
import { randomUUID } from 'node:crypto';
import type { StreamType } from '../../src/domain/stream.ts';
import type { Database } from '../../src/server/database/database.ts';
import { ensureAccount } from '../../src/server/people/accounts/add-account.ts';
import { createDeviceKey } from '../../src/server/devices/keys/device-keys.ts';
import { grantRight } from '../../src/server/people/group-rights.ts';

export interface LabWard {
  readonly uuid: string;
  readonly rooms: readonly { readonly uuid: string }[];
}

export interface LabHome {
  readonly wards: readonly LabWard[];
  /** The rooms of all wards. */
  readonly rooms: LabWard['rooms'];
  readonly client: string;
  readonly location: string;
  readonly deviceKey: string;
}

const wardsPerInsert = 25;

export const nurse = { username: 'nurse', password: 'a-night-in-the-lab' };
export const manager = { username: 'manager', password: 'a-year-in-the-lab' };

/**
 * Fills a migrated database that has no rows.
 * @param wardSizes the number of rooms of each ward
 * @param typeOf the stream type of a room, by the room's index in its ward; cameras by default
 */
export async function seedHome(
  database: Database,
  wardSizes: readonly number[],
  typeOf: (index: number) => StreamType = () => 'camera',
): Promise<LabHome> {
  const { query } = database;
  const [client, location] = [randomUUID(), randomUUID()];
  await query.insertInto('client').values({ uuid: client, display_name: 'Lab' }).execute();
  await query
    .insertInto('location')
    .values({ uuid: location, client_uuid: client, display_name: 'Lab House' })
    .execute();
  const wards = wardSizes.map((size) => ({
    uuid: randomUUID(),
    rooms: Array.from({ length: size }, () => ({ uuid: randomUUID() })),
  }));
  // The wards are inserted in parts, because some databases of benchmarks have a million rooms.
  for (let start = 0; start < wards.length; start += wardsPerInsert) {
    const some = wards.slice(start, start + wardsPerInsert);
    const wardRows = some.map(({ uuid }) => ({ uuid, location_uuid: location, display_name: `Ward ${uuid}` }));
    await query.insertInto('ward').values(wardRows).execute();
    const rows = some.flatMap(({ uuid, rooms }) =>
      rooms.map((room, index) => ({
        uuid: room.uuid,
        ward_uuid: uuid,
        display_name: `Room ${index + 1}`,
        type: typeOf(index),
        status: 'ACTIVE' as const,
        room_status: -1,
        revision: 0,
      })),
    );
    await query.insertInto('stream').values(rows).execute();
  }
  const scope = { kind: 'location', uuid: location } as const;
  await ensureAccount(database, { ...nurse, displayName: 'Nora', email: 'nora@lab.example', groups: ['nurses'] });
  await grantRight(database, { group: 'nurses', role: 'ward-nurse', scope });
  await ensureAccount(database, { ...manager, displayName: 'Max', email: 'max@lab.example', groups: ['managers'] });
  await grantRight(database, { group: 'managers', role: 'manager', scope });
  const { key } = await createDeviceKey(database, { name: 'lab', scope, now: Date.now(), ratePerSecond: 1_000_000 });
  return { wards, rooms: wards.flatMap(({ rooms }) => rooms), client, location, deviceKey: key };
}
