/** Seeds a described home: inserts or updates its clients, locations, wards and streams. */
import type { Database } from '../database/database.ts';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import type { Stream } from '../../domain/stream.ts';

export interface SeededHome {
  readonly clients: readonly Client[];
  readonly locations: readonly (Location & { readonly alias: string })[];
  readonly wards: readonly Ward[];
  readonly rooms: readonly (Pick<Stream, 'uuid' | 'displayName' | 'wardUUID' | 'type' | 'status'> & {
    readonly alias: string;
  })[];
}

/** A stream that has reported nothing yet. */
const newStream = {
  room_status: -1,
  last_notification: null,
  last_notification_sent: null,
  revision: 0,
  reported_at: null,
} as const;

/**
 * Idempotent: what the streams have reported stays as it is. `rules` are the ingest rules of all rooms as JSON, null
 * for the defaults. `now` is in epoch milliseconds; devices count as seen at that time.
 */
export async function seedHome(
  { query }: Database,
  home: SeededHome,
  { rules, now }: { readonly rules: string | null; readonly now: number },
): Promise<void> {
  const { clients, locations, wards, streams } = rowsOf(home, rules);
  await query.transaction().execute(async (write) => {
    await write
      .insertInto('client')
      .values(clients)
      .onConflict((row) =>
        row.column('uuid').doUpdateSet(({ ref }) => ({ display_name: ref('excluded.display_name') })),
      )
      .execute();
    await write
      .insertInto('location')
      .values(locations)
      .onConflict((row) =>
        row.column('uuid').doUpdateSet(({ ref }) => ({
          display_name: ref('excluded.display_name'),
          client_uuid: ref('excluded.client_uuid'),
          alias: ref('excluded.alias'),
        })),
      )
      .execute();
    await write
      .insertInto('ward')
      .values(wards)
      .onConflict((row) =>
        row.column('uuid').doUpdateSet(({ ref }) => ({
          display_name: ref('excluded.display_name'),
          location_uuid: ref('excluded.location_uuid'),
        })),
      )
      .execute();
    await write
      .insertInto('stream')
      .values(streams.map((stream) => ({ ...stream, ...newStream, seen_at: now })))
      .onConflict((row) =>
        row.column('uuid').doUpdateSet(({ ref }) => ({
          display_name: ref('excluded.display_name'),
          ward_uuid: ref('excluded.ward_uuid'),
          alias: ref('excluded.alias'),
          type: ref('excluded.type'),
          status: ref('excluded.status'),
          rules: ref('excluded.rules'),
        })),
      )
      .execute();
  });
}

function rowsOf(home: SeededHome, rules: string | null) {
  const clients = home.clients.map(({ uuid, displayName }) => ({ uuid, display_name: displayName }));
  const locations = home.locations.map(({ uuid, displayName, clientUUID, alias }) => ({
    uuid,
    display_name: displayName,
    client_uuid: clientUUID,
    alias,
  }));
  const wards = home.wards.map(({ uuid, displayName, locationUUID }) => ({
    uuid,
    display_name: displayName,
    location_uuid: locationUUID,
  }));
  const streams = home.rooms.map(({ uuid, displayName, wardUUID, alias, type, status }) => ({
    uuid,
    display_name: displayName,
    ward_uuid: wardUUID,
    alias,
    type,
    status,
    rules,
  }));
  return { clients, locations, wards, streams };
}
