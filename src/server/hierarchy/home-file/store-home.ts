/** Writes the changes of an import, within its transaction. */
import type { Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Change, Kind } from './compare-homes.ts';
import type { Home, KnownLocation, KnownStream } from './home.ts';

type Write = Transaction<Schema>;

/** As many rows as one statement may have parameters for, with room to spare. */
const rowsAtOnce = 500;

/** `to`: all as it will be. Epoch milliseconds. */
export async function storeHome(write: Write, changes: readonly Change[], to: Home, now: number): Promise<void> {
  const added = (kind: Kind) =>
    new Set(changes.filter((c) => c.kind === kind && c.effect === 'added').map((c) => c.uuid));
  const [clients, locations, wards, streams] = [added('client'), added('location'), added('ward'), added('stream')];
  await freeAliases(write, changes);
  for (const rows of parts(to.clients.filter(({ uuid }) => clients.has(uuid)))) {
    await write
      .insertInto('client')
      .values(rows.map(({ uuid, displayName }) => ({ uuid, display_name: displayName })))
      .execute();
  }
  for (const rows of parts(to.locations.filter(({ uuid }) => locations.has(uuid)))) {
    await write.insertInto('location').values(rows.map(locationRow)).execute();
  }
  for (const rows of parts(to.wards.filter(({ uuid }) => wards.has(uuid)))) {
    await write
      .insertInto('ward')
      .values(
        rows.map(({ uuid, displayName, locationUUID }) => ({
          uuid,
          display_name: displayName,
          location_uuid: locationUUID,
        })),
      )
      .execute();
  }
  for (const rows of parts(to.streams.filter(({ uuid }) => streams.has(uuid)))) {
    await write
      .insertInto('stream')
      .values(rows.map((stream) => ({ ...streamRow(stream), ...neverHeard, seen_at: now })))
      .execute();
  }
  await update(write, changes, to, now);
  await remove(write, changes);
}

/** Not heard yet, and not silent either: its device has its time from now on. */
const neverHeard = {
  room_status: -1,
  last_notification: null,
  last_notification_sent: null,
  revision: 0,
  reported_at: null,
} as const;

function locationRow({ uuid, displayName, clientUUID, alias }: KnownLocation) {
  return { uuid, display_name: displayName, client_uuid: clientUUID, alias };
}

function streamRow({ uuid, displayName, wardUUID, alias, type, status, rules }: KnownStream) {
  return { uuid, display_name: displayName, ward_uuid: wardUUID, alias, type, status, rules };
}

/** Two locations may swap theirs, and at no moment may both have the same. */
async function freeAliases(write: Write, changes: readonly Change[]): Promise<void> {
  for (const { kind, uuid, effect, fields } of changes) {
    if (kind !== 'location' || (effect !== 'removed' && !fields.some(({ name }) => name === 'alias'))) continue;
    await write.updateTable('location').set({ alias: null }).where('uuid', '=', uuid).execute();
  }
}

async function update(write: Write, changes: readonly Change[], to: Home, now: number): Promise<void> {
  const nodes = {
    client: new Map(to.clients.map((node) => [node.uuid, node])),
    location: new Map(to.locations.map((node) => [node.uuid, node])),
    ward: new Map(to.wards.map((node) => [node.uuid, node])),
    stream: new Map(to.streams.map((node) => [node.uuid, node])),
  };
  for (const { kind, uuid, effect, fields } of changes) {
    if (effect !== 'changed' && effect !== 'retired') continue;
    const [client, location] = [nodes.client.get(uuid), nodes.location.get(uuid)];
    const [ward, stream] = [nodes.ward.get(uuid), nodes.stream.get(uuid)];
    if (kind === 'client' && client) {
      await write.updateTable('client').set({ display_name: client.displayName }).where('uuid', '=', uuid).execute();
    }
    if (kind === 'location' && location) {
      await write.updateTable('location').set(locationRow(location)).where('uuid', '=', uuid).execute();
    }
    if (kind === 'ward' && ward) {
      const row = { display_name: ward.displayName, location_uuid: ward.locationUUID };
      await write.updateTable('ward').set(row).where('uuid', '=', uuid).execute();
    }
    if (kind === 'stream' && stream) {
      // What is monitored again was not silent meanwhile: its device has its time anew.
      const isBack = fields.some(({ name, to: value }) => name === 'status' && value === 'ACTIVE');
      const row = { ...streamRow(stream), ...(isBack && { seen_at: now }) };
      await write.updateTable('stream').set(row).where('uuid', '=', uuid).execute();
    }
  }
}

async function remove(write: Write, changes: readonly Change[]): Promise<void> {
  for (const { kind, uuid, effect } of changes) {
    if (effect !== 'removed') continue;
    if (kind === 'stream') await write.deleteFrom('observation').where('stream_uuid', '=', uuid).execute();
    await write.deleteFrom(kind).where('uuid', '=', uuid).execute();
  }
}

function* parts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}
