/** GET /streams: the rooms of a ward, or of a whole location (API-3). */
import { endpoints } from '../../contract/endpoints.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { foundOrRefused } from '../http/found-or-refused.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { isWardOrLocationVisible, listStreams } from './stream-queries.ts';

export function registerStreamRoutes(api: ApiServer, { database }: { readonly database: Database }): void {
  const { query: db } = database;

  serveEndpoint(api, endpoints.listStreams, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    const isVisible = await isWardOrLocationVisible(db, scopes, uuid);
    foundOrRefused(isVisible || undefined);
    return { items: await listStreams(db, scopes, uuid) };
  });
}
