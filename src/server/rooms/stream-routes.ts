/** GET /streams: the streams of a ward or of a whole location (API-3). */
import { endpoints } from '../../contract/endpoints.ts';
import { isoTime } from '../../domain/iso-time.ts';
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
  const lists = createCoalescer<Buffer | undefined>();
  /** Encoded once for all viewers of a ward. */
  const bodies = new WeakMap<readonly Stream[], Buffer>();

  async function loadList(scopes: readonly Scope[], uuid: string): Promise<Buffer | undefined> {
    if (!(await isWardOrLocationVisible(db, scopes, uuid))) return undefined;
    const items = await listStreams(db, scopes, uuid);
    const outdated = hasOutage() ? { outdatedSince: isoTime((await lastStoredAt(db)) ?? now()) } : {};
    return Buffer.from(serializeResponse(endpoints.listStreams, { items, ...outdated }));
  }

  /** Undefined: the list has to be read from the database. */
  async function listOfFeed(scopes: readonly Scope[], uuid: string): Promise<Buffer | undefined> {
    const items = hasOutage() || isUncertain() ? undefined : await feed.listOf(uuid);
    if (items === undefined || !isCovered(scopes, feed.placeOf(uuid))) return undefined;
    const body = bodies.get(items) ?? Buffer.from(serializeResponse(endpoints.listStreams, { items: [...items] }));
    bodies.set(items, body);
    return body;
  }

  serveRaw(api, endpoints.listStreams, async ({ query, caller }, reply) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    // After a restart all viewers of a ward load the same list, at about the same moment.
    const body =
      (await listOfFeed(scopes, uuid)) ??
      (await lists.get(`${uuid} ${JSON.stringify(scopes)}`, () => loadList(scopes, uuid)));
    return sendJsonText(reply, requireFound(body));
  });
}
