/** The endpoints for clients, locations and wards (specification, section 7). */
import { endpoints } from '../../contract/endpoints.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { findClient, findLocation, findWard, listClients, listLocations, listWards } from './hierarchy-queries.ts';

export function registerHierarchyRoutes(api: ApiServer, { database }: { readonly database: Database }): void {
  const { query: db } = database;

  serveEndpoint(api, endpoints.listClients, async ({ caller }) => ({
    items: await listClients(db, caller.user.scopes),
  }));

  serveEndpoint(api, endpoints.getClient, async ({ params, caller }) =>
    requireFound(await findClient(db, caller.user.scopes, params.id.toLowerCase())),
  );

  serveEndpoint(api, endpoints.listLocations, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const client = requireFound(await findClient(db, scopes, query.clientUUID.toLowerCase()));
    return { items: await listLocations(db, scopes, client.uuid) };
  });

  serveEndpoint(api, endpoints.getLocation, async ({ params, caller }) =>
    requireFound(await findLocation(db, caller.user.scopes, params.id.toLowerCase())),
  );

  serveEndpoint(api, endpoints.listWards, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const location = requireFound(await findLocation(db, scopes, query.locationUUID.toLowerCase()));
    return { items: await listWards(db, scopes, location.uuid) };
  });

  serveEndpoint(api, endpoints.getWard, async ({ params, caller }) =>
    requireFound(await findWard(db, caller.user.scopes, params.id.toLowerCase())),
  );
}
