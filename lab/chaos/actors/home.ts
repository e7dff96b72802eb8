/** The home that is put through it: a few wards, a nurse, and a device key. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/server/database/database.ts';
import { ensureAccount } from '../../../src/server/identity-provider/accounts/accounts.ts';
import { createDeviceKey } from '../../../src/server/intake/device-keys/device-keys.ts';

export interface ChaosWard {
  readonly uuid: string;
  readonly streams: readonly string[];
}

export interface ChaosHome {
  readonly wards: readonly ChaosWard[];
  /** One more, as large as a whole house, from which nothing comes by itself. */
  readonly largeWard: ChaosWard;
  readonly deviceKey: string;
}

export const nurse = { username: 'nurse', password: 'a-night-of-chaos' };

const [wardCount, roomCount, largeRoomCount] = [3, 12, 400];

/** Into a database that has its schema and nothing else. */
export async function seedHome(database: Database, now: number): Promise<ChaosHome> {
  const { query } = database;
  const [client, location] = [randomUUID(), randomUUID()];
  await query.insertInto('client').values({ uuid: client, display_name: 'Chaos' }).execute();
  await query
    .insertInto('location')
    .values({ uuid: location, client_uuid: client, display_name: 'Chaos House' })
    .execute();
  const makeWard = (rooms: number): ChaosWard => ({
    uuid: randomUUID(),
    streams: Array.from({ length: rooms }, () => randomUUID()),
  });
  const wards = Array.from({ length: wardCount }, () => makeWard(roomCount));
  const largeWard = makeWard(largeRoomCount);
  for (const [index, ward] of [...wards, largeWard].entries()) {
    await query
      .insertInto('ward')
      .values({ uuid: ward.uuid, location_uuid: location, display_name: `Ward ${index + 1}` })
      .execute();
    await query
      .insertInto('stream')
      .values(ward.streams.map((uuid, room) => streamRow(uuid, ward.uuid, room)))
      .execute();
  }
  const account = { ...nurse, displayName: 'Nora Lind', email: 'nurse@chaos.example', groups: ['nurses'] };
  await ensureAccount(database, account);
  await query
    .insertInto('group_right')
    .values({ group_name: 'nurses', role: 'ward-nurse', scope_kind: 'location', scope_uuid: location })
    .execute();
  const scope = { kind: 'location', uuid: location } as const;
  const { key } = await createDeviceKey(database, { name: 'chaos', scope, now, ratePerSecond: 1_000_000 });
  return { wards, largeWard, deviceKey: key };
}

function streamRow(uuid: string, ward: string, index: number) {
  return {
    uuid,
    ward_uuid: ward,
    display_name: `Room ${index + 1}`,
    // Every fourth has a rule at the door: its status has to last before it counts.
    type: index % 4 === 3 ? ('bed-sensor' as const) : ('camera' as const),
    status: 'ACTIVE' as const,
    room_status: -1,
    last_notification: null,
    last_notification_sent: null,
    revision: 0,
    reported_at: null,
  };
}
