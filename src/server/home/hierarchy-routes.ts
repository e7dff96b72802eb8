/** The endpoints for clients, locations and wards (specification, section 7). */
import type { InferResult } from 'kysely';
import { endpoints } from '../../contract/endpoints.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { isVisibleClient, isVisibleLocation, isVisibleWard } from '../rights/visible.ts';

type Scopes = readonly Scope[];

interface HierarchyRoutesOptions {
  readonly database: Database;
  /** Returns since when a ward is unwatched; undefined if it is watched. `watchedAt`: when a board last showed it. */
  readonly unwatchedSince: (watchedAt: number | null) => number | undefined;
}

export function registerHierarchyRoutes(api: ApiServer, { database, unwatchedSince }: HierarchyRoutesOptions): void {
  const { query: db } = database;
  const clients = (scopes: Scopes) =>
    db
      .selectFrom('client')
      .select(['uuid', 'display_name as displayName'])
      .where(isVisibleClient(scopes))
      .orderBy('display_name')
      .orderBy('uuid');
  const locations = (scopes: Scopes) =>
    db
      .selectFrom('location')
      .select(['uuid', 'display_name as displayName', 'client_uuid as clientUUID'])
      .where(isVisibleLocation(scopes))
      .orderBy('display_name')
      .orderBy('uuid');
  const wards = (scopes: Scopes) =>
    db
      .selectFrom('ward')
      .select(['uuid', 'display_name as displayName', 'location_uuid as locationUUID', 'watched_at as watchedAt'])
      .where(isVisibleWard(scopes))
      .orderBy('display_name')
      .orderBy('uuid');

  function shownWard({ watchedAt, ...ward }: InferResult<ReturnType<typeof wards>>[number]) {
    const since = unwatchedSince(watchedAt);
    return since === undefined ? ward : { ...ward, unwatchedSince: toIsoTime(since) };
  }

  serveEndpoint(api, endpoints.listClients, async ({ caller }) => ({
    items: await clients(caller.user.scopes).execute(),
  }));

  serveEndpoint(api, endpoints.getClient, async ({ params, caller }) => {
    const found = clients(caller.user.scopes).where('uuid', '=', params.id.toLowerCase());
    return requireFound(await found.executeTakeFirst());
  });

  serveEndpoint(api, endpoints.listLocations, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const clientUUID = query.clientUUID.toLowerCase();
    requireFound(await clients(scopes).where('uuid', '=', clientUUID).executeTakeFirst());
    return { items: await locations(scopes).where('client_uuid', '=', clientUUID).execute() };
  });

  serveEndpoint(api, endpoints.getLocation, async ({ params, caller }) => {
    const found = locations(caller.user.scopes).where('uuid', '=', params.id.toLowerCase());
    return requireFound(await found.executeTakeFirst());
  });

  serveEndpoint(api, endpoints.listWards, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const locationUUID = query.locationUUID.toLowerCase();
    requireFound(await locations(scopes).where('uuid', '=', locationUUID).executeTakeFirst());
    const rows = await wards(scopes).where('location_uuid', '=', locationUUID).execute();
    return { items: rows.map(shownWard) };
  });

  serveEndpoint(api, endpoints.getWard, async ({ params, caller }) => {
    const found = wards(caller.user.scopes).where('uuid', '=', params.id.toLowerCase());
    return shownWard(requireFound(await found.executeTakeFirst()));
  });
}
