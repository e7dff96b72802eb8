/** GET /streams: the streams of a ward or of a whole location (API-3). */
import { endpoints } from '../../contract/endpoints.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { sendJsonText, serveRaw, serializeResponse } from '../http/serve-endpoint.ts';
import { createCoalescer } from '../shared/coalesce.ts';
import { isWardOrLocationVisible, lastStoredAt, listStreams } from './stream-queries.ts';

interface StreamRoutesOptions {
  readonly database: Database;
  /** No report can be stored, so the list may be wrong. */
  readonly hasOutage: () => boolean;
  readonly now: () => number;
}

export function registerStreamRoutes(api: ApiServer, { database, hasOutage, now }: StreamRoutesOptions): void {
  const { query: db } = database;
  // After a restart all viewers of a ward load the same list at the same moment.
  const lists = createCoalescer<string | undefined>();

  async function loadList(scopes: readonly Scope[], uuid: string): Promise<string | undefined> {
    if (!(await isWardOrLocationVisible(db, scopes, uuid))) return undefined;
    const items = await listStreams(db, scopes, uuid);
    const outdated = hasOutage() ? { outdatedSince: new Date((await lastStoredAt(db)) ?? now()).toISOString() } : {};
    return serializeResponse(endpoints.listStreams, { items, ...outdated });
  }

  serveRaw(api, endpoints.listStreams, async ({ query, caller }, reply) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    const text = await lists.get(`${uuid} ${JSON.stringify(scopes)}`, () => loadList(scopes, uuid));
    return sendJsonText(reply, requireFound(text));
  });
}
