/** The home of chaos runs and benchmarks: one location, wards of any size, one nurse who sees all, one device key. */
import { randomUUID } from 'node:crypto';
import type { StreamType } from '../../src/domain/stream.ts';
import type { Database } from '../../src/server/database/database.ts';
import { ensureAccount } from '../../src/server/identity-provider/accounts/accounts.ts';
import { createDeviceKey } from '../../src/server/intake/device-keys/device-keys.ts';
import { grantRight } from '../../src/server/rights/group-rights.ts';

export interface LabRoom {
  readonly uuid: string;
  readonly alias: string;
}

export interface LabWard {
  readonly uuid: string;
  readonly rooms: readonly LabRoom[];
}

export interface LabHome {
  readonly wards: readonly LabWard[];
  readonly rooms: readonly LabRoom[];
  readonly locationAlias: string;
  readonly deviceKey: string;
}

export const nurse = { username: 'nurse', password: 'a-night-in-the-lab' };
const locationAlias = 'lab';

/**
 * Fills a database that has its schema and no rows.
 * @param wardSizes rooms of each ward
 * @param typeOf stream type by the room's index in its ward; cameras by default
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
    .values({ uuid: location, client_uuid: client, display_name: 'Lab House', alias: locationAlias })
    .execute();
  const wards = wardSizes.map((size, number) => ({
    uuid: randomUUID(),
    rooms: Array.from({ length: size }, (_none, index) => ({ uuid: randomUUID(), alias: `room-${number}-${index}` })),
  }));
  for (const { uuid, rooms } of wards) {
    await query
      .insertInto('ward')
      .values({ uuid, location_uuid: location, display_name: `Ward ${uuid}` })
      .execute();
    const rows = rooms.map((room, index) => streamRow(room, uuid, typeOf(index)));
    await query.insertInto('stream').values(rows).execute();
  }
  const scope = { kind: 'location', uuid: location } as const;
  await ensureAccount(database, { ...nurse, displayName: 'Nora', email: 'nora@lab.example', groups: ['nurses'] });
  await grantRight(database, { group: 'nurses', role: 'ward-nurse', scope });
  const { key } = await createDeviceKey(database, { name: 'lab', scope, now: Date.now(), ratePerSecond: 1_000_000 });
  return { wards, rooms: wards.flatMap(({ rooms }) => rooms), locationAlias, deviceKey: key };
}

function streamRow({ uuid, alias }: LabRoom, ward: string, type: StreamType) {
  return {
    uuid,
    ward_uuid: ward,
    display_name: alias,
    alias,
    type,
    status: 'ACTIVE' as const,
    room_status: -1,
    last_notification: null,
    last_notification_sent: null,
    revision: 0,
    reported_at: null,
  };
}
