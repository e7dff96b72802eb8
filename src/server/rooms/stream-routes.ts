/** GET /streams: the streams of a ward or of a whole location (API-3). */
import { endpoints } from '../../contract/endpoints.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { sendJsonText, serveRaw, serializeResponse } from '../http/serve-endpoint.ts';
import { createCoalescer } from '../shared/coalesce.ts';
import { isWardOrLocationVisible, listStreams } from './stream-queries.ts';

export function registerStreamRoutes(api: ApiServer, { database }: { readonly database: Database }): void {
  const { query: db } = database;
  // After a restart all viewers of a ward load the same list at the same moment.
  const lists = createCoalescer<string | undefined>();

  async function loadList(scopes: readonly Scope[], uuid: string): Promise<string | undefined> {
    if (!(await isWardOrLocationVisible(db, scopes, uuid))) return undefined;
    return serializeResponse(endpoints.listStreams, { items: await listStreams(db, scopes, uuid) });
  }

  serveRaw(api, endpoints.listStreams, async ({ query, caller }, reply) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    const text = await lists.get(`${uuid} ${JSON.stringify(scopes)}`, () => loadList(scopes, uuid));
    return sendJsonText(reply, requireFound(text));
  });
}
