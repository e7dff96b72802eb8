/** The home that is measured: many wards of the same size, one nurse who sees all, one device key. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/server/database/database.ts';
import { ensureAccount } from '../../../src/server/identity-provider/accounts/accounts.ts';
import { grantRight } from '../../../src/server/rights/group-rights.ts';
import { createDeviceKey } from '../../../src/server/intake/device-keys/device-keys.ts';

export interface BenchRoom {
  readonly uuid: string;
  readonly alias: string;
}

export interface BenchWard {
  readonly uuid: string;
  readonly rooms: readonly BenchRoom[];
}

export interface BenchHome {
  readonly wards: readonly BenchWard[];
  readonly rooms: readonly BenchRoom[];
  readonly locationAlias: string;
  readonly deviceKey: string;
}

export const roomsPerWard = 35;
export const viewersPerWard = 35;
export const nurse = { username: 'nurse', password: 'a-night-of-measuring' };
const locationAlias = 'bench';

/** Into a database that has its schema and nothing else. */
export async function seedHome(database: Database, wardCount: number): Promise<BenchHome> {
  const { query } = database;
  const [client, location] = [randomUUID(), randomUUID()];
  await query.insertInto('client').values({ uuid: client, display_name: 'Bench' }).execute();
  await query
    .insertInto('location')
    .values({ uuid: location, client_uuid: client, display_name: 'Bench House', alias: locationAlias })
    .execute();
  const wards: BenchWard[] = [];
  for (let number = 1; number <= wardCount; number += 1) {
    const rooms = Array.from({ length: roomsPerWard }, (_none, index) => ({
      uuid: randomUUID(),
      alias: `room-${number}-${index + 1}`,
    }));
    const ward = { uuid: randomUUID(), rooms };
    wards.push(ward);
    await query
      .insertInto('ward')
      .values({ uuid: ward.uuid, location_uuid: location, display_name: `Ward ${number}` })
      .execute();
    await query
      .insertInto('stream')
      .values(rooms.map((room) => streamRow(room, ward.uuid)))
      .execute();
  }
  await ensureAccount(database, { ...nurse, displayName: 'Nora', email: 'nora@bench.example', groups: ['nurses'] });
  await grantRight(database, { group: 'nurses', role: 'ward-nurse', scope: { kind: 'location', uuid: location } });
  const { key } = await createDeviceKey(database, {
    name: 'gateway',
    scope: { kind: 'location', uuid: location },
    now: Date.now(),
    ratePerSecond: 1_000_000,
  });
  return { wards, rooms: wards.flatMap(({ rooms }) => rooms), locationAlias, deviceKey: key };
}

function streamRow({ uuid, alias }: BenchRoom, ward: string) {
  return {
    uuid,
    ward_uuid: ward,
    display_name: alias,
    alias,
    type: 'camera' as const,
    status: 'ACTIVE' as const,
    room_status: -1,
    last_notification: null,
    last_notification_sent: null,
    revision: 0,
    reported_at: null,
  };
}
