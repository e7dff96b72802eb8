/** The call that lists the unknown rooms that devices name, and the devices that are assigned to no room. */
import { toIsoTime } from '../../../domain/iso-time.ts';
import { isPlaceCovered, type Scope } from '../../../domain/user.ts';
import { unknownRoomEndpoints } from '../../../contract/devices/unknown-rooms.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { findScopePlaces } from '../../rights/scope-places.ts';
import { isUuid } from '../../room-names/resolve-rooms.ts';
import {
  findMissingRooms,
  type MissingRoom,
  parseDeviceNames,
  scopeOfColumns,
  type UnknownRoomSource,
} from './missing-rooms.ts';

/** How long a room is listed after its last report. A corrected name leaves the list by this. */
const listedForMs = 24 * 3_600_000;

/** The format of an alias of a room, as in hierarchy/home-file. */
const aliasPattern = /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/i;

/** The names that a new room for the device needs. */
interface WantedRoom {
  readonly uuid: string | null;
  readonly alias: string | null;
  readonly locationUUID: string | null;
}

export function registerUnknownRoomRoutes(api: ApiServer, source: UnknownRoomSource): void {
  serveEndpoint(api, unknownRoomEndpoints.listUnknownRooms, async ({ caller }) => ({
    items: (await listUnknownRooms(source, caller.managed)).map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: toIsoTime(firstAt),
      lastAt: toIsoTime(lastAt),
    })),
  }));
}

/**
 * Lists the unknown rooms, the newest first. Skips those whose key has a scope that is not managed as a whole. Times
 * are in epoch milliseconds.
 */
async function listUnknownRooms(source: UnknownRoomSource, managed: readonly Scope[]) {
  const rows = await readRows(source);
  const placeOf = await findScopePlaces(
    source.database.query,
    rows.map(({ scope }) => scope),
  );
  const managesEverything = managed.some(({ kind }) => kind === 'everything');
  const seen = rows.filter(({ scope }) => managesEverything || isPlaceCovered(managed, placeOf(scope)?.place));
  const missing = new Map((await findMissingRooms(source, seen)).map((one) => [one.row, one]));
  return seen.flatMap((row) => {
    const found = missing.get(row);
    // A name that several rooms have needs no new room. A device whose connection was removed is skipped too.
    if (found === undefined || found.isAmbiguous) return [];
    if (row.uses !== null && found.location === undefined) return [];
    const { uses, message, ...shown } = row;
    const device = uses === null ? null : { uses: [...parseDeviceNames(uses)], message: message ?? '' };
    return [{ ...shown, device, wanted: wantedOf(found) }];
  });
}

async function readRows({ database, now }: UnknownRoomSource) {
  const rows = await database.query
    .selectFrom('unknown_room')
    .leftJoin('device_key', 'device_key.id', 'unknown_room.key_id')
    .select(['key_id as keyId', 'key_name as keyName', 'room', 'channel', 'unknown_room.status', 'count'])
    .select(['first_at as firstAt', 'last_at as lastAt', 'scope_kind', 'scope_uuid'])
    .select(['connection', 'uses', 'message'])
    // The result includes rows without a device key, which come from an external broker.
    .where(({ eb, or }) => or([eb('device_key.id', 'is', null), eb('device_key.revoked_at', 'is', null)]))
    .where('last_at', '>=', now() - listedForMs)
    .orderBy('last_at', 'desc')
    .orderBy('room')
    .execute();
  return rows.map(({ scope_kind, scope_uuid, ...row }) => ({ ...row, scope: scopeOfColumns(scope_kind, scope_uuid) }));
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Returns the names that a new room needs. Null: no room can have the name that the device sends. */
function wantedOf({ row, location, locationUUID }: MissingRoom<Row>): WantedRoom | null {
  if (location !== undefined && locationUUID === undefined) return null;
  const place = { locationUUID: locationUUID ?? null };
  if (row.uses !== null) {
    const [name = '', ...others] = new Set(parseDeviceNames(row.uses).flatMap((names) => Object.values(names)));
    return { uuid: null, alias: others.length === 0 && aliasPattern.test(name) ? name : null, ...place };
  }
  const [name = '', , ...more] = row.room.split('/').toReversed();
  if (more.length > 0) return null;
  if (isUuid(name)) return { uuid: name.toLowerCase(), alias: null, ...place };
  return aliasPattern.test(name) ? { uuid: null, alias: name, ...place } : null;
}
