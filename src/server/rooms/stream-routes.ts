/** GET /streams: the streams of a ward or of a whole location (API-3). */
import { endpoints } from '../../contract/endpoints.ts';
import type { Stream } from '../../domain/stream.ts';
import { isCovered, type Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { sendJsonText, serveRaw, serializeResponse } from '../http/serve-endpoint.ts';
import { createCoalescer } from '../shared/cache/coalesce.ts';
import type { WardFeed } from './live/ward-feed.ts';
import { isWardOrLocationVisible, lastStoredAt, listStreams } from './stream-queries.ts';

interface StreamRoutesOptions {
  readonly database: Database;
  readonly feed: Pick<WardFeed, 'placeOf' | 'listOf'>;
  /** No report can be stored, so the list may be wrong. */
  readonly hasOutage: () => boolean;
  /** The last reconciliation failed, so the feed may be wrong. */
  readonly isUncertain: () => boolean;
  readonly now: () => number;
}

export function registerStreamRoutes(api: ApiServer, options: StreamRoutesOptions): void {
  const { database, feed, hasOutage, isUncertain, now } = options;
  const { query: db } = database;
  const lists = createCoalescer<string | undefined>();
  const texts = new WeakMap<readonly Stream[], string>();

  async function loadList(scopes: readonly Scope[], uuid: string): Promise<string | undefined> {
    if (!(await isWardOrLocationVisible(db, scopes, uuid))) return undefined;
    const items = await listStreams(db, scopes, uuid);
    const outdated = hasOutage() ? { outdatedSince: new Date((await lastStoredAt(db)) ?? now()).toISOString() } : {};
    return serializeResponse(endpoints.listStreams, { items, ...outdated });
  }

  /** Undefined: the list has to be read from the database. */
  async function listOfFeed(scopes: readonly Scope[], uuid: string): Promise<string | undefined> {
    const items = hasOutage() || isUncertain() ? undefined : await feed.listOf(uuid);
    if (items === undefined || !isCovered(scopes, feed.placeOf(uuid))) return undefined;
    const text = texts.get(items) ?? serializeResponse(endpoints.listStreams, { items: [...items] });
    texts.set(items, text);
    return text;
  }

  serveRaw(api, endpoints.listStreams, async ({ query, caller }, reply) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    // After a restart all viewers of a ward load the same list, at about the same moment.
    const text =
      (await listOfFeed(scopes, uuid)) ??
      (await lists.get(`${uuid} ${JSON.stringify(scopes)}`, () => loadList(scopes, uuid)));
    return sendJsonText(reply, requireFound(text));
  });
}
