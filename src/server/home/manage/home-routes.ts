/** The calls that show and change clients, locations, wards and rooms, one by one or as a file. */
import { placeEndpoints } from '../../../contract/home/places.ts';
import { roomEndpoints } from '../../../contract/home/rooms.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { type EndpointCall, serveEndpoint } from '../../http/serve-endpoint.ts';
import { requireManaged } from '../../rights/manager.ts';
import { addPlace } from './add-place.ts';
import { addRooms } from './add-rooms.ts';
import { changePlace } from './change-place.ts';
import { changeRooms } from './change-rooms.ts';
import type { HomeEdit } from './home-edit.ts';
import { type HomeRoutesOptions, registerHomeFileRoutes } from './home-file-routes.ts';
import { readHomeReferences } from './home-impact.ts';
import { listManagedPlaces } from './managed-places.ts';
import { listManagedRooms } from './managed-rooms.ts';
import { removePlace } from './remove-place.ts';
import { removeRooms } from './remove-rooms.ts';

type AnyCall = EndpointCall<typeof roomEndpoints.addRooms>;

export function registerHomeRoutes(api: ApiServer, options: HomeRoutesOptions): void {
  const { database, now, equipment, onChanged } = options;
  registerHomeFileRoutes(api, options);
  const readAllReferences = () => readHomeReferences(database, equipment.settings());

  async function editOf({ caller, request }: Pick<AnyCall, 'caller' | 'request'>, dryRun?: string): Promise<HomeEdit> {
    const source = { actor: actorOfUser(caller, request), at: now() };
    const references = await readAllReferences();
    return { database, caller, source, isDryRun: dryRun === 'true', references, onChanged };
  }

  serveEndpoint(api, placeEndpoints.listManagedPlaces, async ({ caller }) => ({
    items: await listManagedPlaces(database, caller.managed),
  }));

  serveEndpoint(api, roomEndpoints.listManagedRooms, async ({ caller, query }) => {
    if (query.wardUUID !== undefined) await requireManaged(database.query, caller, 'ward', query.wardUUID);
    return listManagedRooms(database, { scopes: caller.managed, ...query }, await readAllReferences());
  });

  serveEndpoint(api, placeEndpoints.addPlace, async (call) => {
    await addPlace(await editOf(call), call.body);
    return {};
  });

  serveEndpoint(api, placeEndpoints.changePlace, async (call) => {
    return changePlace(await editOf(call, call.query.dryRun), call.body);
  });

  serveEndpoint(api, placeEndpoints.removePlace, async (call) => {
    return removePlace(await editOf(call, call.query.dryRun), call.body);
  });

  serveEndpoint(api, roomEndpoints.addRooms, async (call) => {
    await addRooms(await editOf(call), call.body);
    return {};
  });

  serveEndpoint(api, roomEndpoints.changeRooms, async (call) => {
    return changeRooms(await editOf(call, call.query.dryRun), call.body);
  });

  serveEndpoint(api, roomEndpoints.removeRooms, async (call) => {
    return removeRooms(await editOf(call, call.query.dryRun), call.body);
  });
}
