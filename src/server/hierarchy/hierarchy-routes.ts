/** The endpoints for clients, locations and wards (specification, section 7). */
import { endpoints } from '../../contract/endpoints.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { selectClients, selectLocations, selectWards } from './hierarchy-queries.ts';

export function registerHierarchyRoutes(api: ApiServer, { database }: { readonly database: Database }): void {
  const { query: db } = database;

  serveEndpoint(api, endpoints.listClients, async ({ caller }) => ({
    items: await selectClients(db, caller.user.scopes).execute(),
  }));

  serveEndpoint(api, endpoints.getClient, async ({ params, caller }) => {
    const found = selectClients(db, caller.user.scopes).where('uuid', '=', params.id.toLowerCase());
    return requireFound(await found.executeTakeFirst());
  });

  serveEndpoint(api, endpoints.listLocations, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const clientUUID = query.clientUUID.toLowerCase();
    requireFound(await selectClients(db, scopes).where('uuid', '=', clientUUID).executeTakeFirst());
    return { items: await selectLocations(db, scopes).where('client_uuid', '=', clientUUID).execute() };
  });

  serveEndpoint(api, endpoints.getLocation, async ({ params, caller }) => {
    const found = selectLocations(db, caller.user.scopes).where('uuid', '=', params.id.toLowerCase());
    return requireFound(await found.executeTakeFirst());
  });

  serveEndpoint(api, endpoints.listWards, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const locationUUID = query.locationUUID.toLowerCase();
    requireFound(await selectLocations(db, scopes).where('uuid', '=', locationUUID).executeTakeFirst());
    return { items: await selectWards(db, scopes).where('location_uuid', '=', locationUUID).execute() };
  });

  serveEndpoint(api, endpoints.getWard, async ({ params, caller }) => {
    const found = selectWards(db, caller.user.scopes).where('uuid', '=', params.id.toLowerCase());
    return requireFound(await found.executeTakeFirst());
  });
}
