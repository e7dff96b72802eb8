/** GET /streams: the streams of a ward or of a whole location (API-3). */
import { endpoints } from '../../contract/endpoints.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Stream } from '../../contract/home/entities.ts';
import { isPlaceCovered, type Scope } from '../../domain/user.ts';
import type { ViewRecorder } from '../audit/views.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serializeResponse } from '../http/serialize-response.ts';
import { sendJsonText, serveRaw } from '../http/serve-endpoint.ts';
import { createCoalescer } from '../shared/cache/coalesce.ts';
import type { WardFeed } from './live/ward-feed.ts';
import { refuseWards } from './moved-wards.ts';
import { isWardOrLocationVisible, readLastStoredTime, listStreams } from './stream-queries.ts';

interface StreamRoutesOptions {
  readonly database: Database;
  readonly feed: Pick<WardFeed, 'placeOf' | 'listOf'>;
  readonly views: Pick<ViewRecorder, 'recordWards'>;
  /** Whether no report can be stored, so that the list may be wrong. */
  readonly hasOutage: () => boolean;
  /** Whether the last reconciliation failed, so that the feed may be wrong. */
  readonly isUncertain: () => boolean;
  readonly now: () => number;
}

export function registerStreamRoutes(api: ApiServer, options: StreamRoutesOptions): void {
  const { database, feed, views, hasOutage, isUncertain, now } = options;
  const { query: db } = database;
  const listCoalescer = createCoalescer<Buffer | undefined>();
  /** The encoded list of each ward. Each list is encoded once for all viewers. */
  const encodedLists = new WeakMap<readonly Stream[], Buffer>();

  async function loadList(scopes: readonly Scope[], uuid: string): Promise<Buffer | undefined> {
    if (!(await isWardOrLocationVisible(db, scopes, uuid))) return undefined;
    const items = await listStreams(db, scopes, uuid);
    const outdated = hasOutage() ? { outdatedSince: toIsoTime((await readLastStoredTime(db)) ?? now()) } : {};
    return Buffer.from(serializeResponse(endpoints.listStreams, { items, ...outdated }));
  }

  /** The encoded list of a ward from the feed. Undefined: the list has to be read from the database. */
  async function listOfFeed(scopes: readonly Scope[], uuid: string): Promise<Buffer | undefined> {
    const items = hasOutage() || isUncertain() ? undefined : await feed.listOf(uuid);
    if (items === undefined || !isPlaceCovered(scopes, feed.placeOf(uuid))) return undefined;
    const body =
      encodedLists.get(items) ?? Buffer.from(serializeResponse(endpoints.listStreams, { items: [...items] }));
    encodedLists.set(items, body);
    return body;
  }

  serveRaw(api, endpoints.listStreams, async ({ query, caller, request }, reply) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    // Equal queries are coalesced: after a restart all viewers of a ward load the same list at about the same moment.
    const body =
      (await listOfFeed(scopes, uuid)) ??
      (await listCoalescer.get(`${uuid} ${JSON.stringify(scopes)}`, () => loadList(scopes, uuid)));
    const found = body ?? (await refuseWards(db, scopes, [uuid]));
    views.recordWards(caller, request, [uuid]);
    return sendJsonText(reply, found);
  });
}
