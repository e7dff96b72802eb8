/** The calls that show what a user manages: clients, locations, wards and rooms. */
import { homeEndpoints } from '../../../contract/manage/home.ts';
import { isWithin, type Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { requireManaged } from '../../rights/manager.ts';
import { listManagedPlaces } from './managed-places.ts';
import { listManagedRooms } from './managed-rooms.ts';

export interface HomeRoutesOptions {
  readonly database: Database;
  /** The names of the equipment connections that report for a room. `location/room` in each form that devices may write. */
  readonly connectionsOf: (names: readonly string[]) => readonly string[];
  readonly listDeviceKeys: () => Promise<readonly { readonly name: string; readonly scope: Scope }[]>;
}

export function registerHomeRoutes(api: ApiServer, options: HomeRoutesOptions): void {
  const { database, connectionsOf, listDeviceKeys } = options;
  serveEndpoint(api, homeEndpoints.listManagedPlaces, async ({ caller }) => ({
    items: await listManagedPlaces(database, caller.managed),
  }));

  serveEndpoint(api, homeEndpoints.listManagedRooms, async ({ caller, query }) => {
    if (query.wardUUID !== undefined) await requireManaged(database.query, caller, 'ward', query.wardUUID);
    const { rooms, total } = await listManagedRooms(database, { scopes: caller.managed, ...query });
    const keys = await listDeviceKeys();
    const items = rooms.map(({ location, ...room }) => ({
      ...room,
      deviceKeys: keys.filter(({ scope }) => isWithin(scope, placeOf(room, location))).map(({ name }) => name),
      connections: [...connectionsOf(namesOf(room, location))],
    }));
    return { items, total };
  });
}

interface Named {
  readonly uuid: string;
  readonly alias: string | null;
}

function placeOf({ wardUUID }: { readonly wardUUID: string }, location: { uuid: string; clientUUID: string }) {
  return { clientUUID: location.clientUUID, locationUUID: location.uuid, wardUUID };
}

function namesOf(room: Named, location: Named): readonly string[] {
  const spellings = ({ uuid, alias }: Named) => [uuid, ...(alias === null ? [] : [alias])];
  return spellings(location).flatMap((place) => spellings(room).map((name) => `${place}/${name}`));
}
