/** GET /streams/events: the live connections of wards (LIVE-1). */
import type { FastifyRequest } from 'fastify';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveRaw } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { createTtlCache } from '../../shared/ttl-cache.ts';
import { isWardVisible } from '../stream-queries.ts';
import { type LiveConnection, createLiveConnection, type SupervisionOptions } from './live-connection.ts';
import type { WardFeed } from './ward-feed.ts';

export interface LiveRoutesOptions extends Omit<SupervisionOptions, 'expiresAt' | 'isStillVisible'> {
  readonly database: Database;
  readonly feed: WardFeed;
}

/** A change of rights takes effect after this time at the latest. */
const rightsCacheMs = 1_000;

export function registerLiveRoutes(api: ApiServer, options: LiveRoutesOptions) {
  /** Each open connection with the id of its token. */
  const connections = new Map<LiveConnection, string>();
  const { isVisible, isStillVisible } = createWardAccess(api, options);
  let isClosing = false;

  serveRaw(
    api,
    endpoints.streamEvents,
    async ({ query, caller, request }, reply) => {
      if (options.hasOutage()) throw retryLater('unavailable', 'The state of the rooms is not available right now.');
      const wardUUID = query.wardUUID.toLowerCase();
      requireFound((await isVisible(caller.user.scopes, wardUUID)) || undefined);
      const connection = createLiveConnection(reply.raw);
      const unsubscribe = await options.feed.subscribe(wardUUID, connection);
      if (isClosing) {
        unsubscribe();
        throw retryLater('unavailable', 'The server is stopping.', 1);
      }
      reply.hijack();
      // The viewer may have disconnected during the queries. Then the response emits no `close`.
      if (request.raw.socket.destroyed) {
        unsubscribe();
        return reply;
      }
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      connections.set(connection, caller.tokenId);
      const { expiresAt } = caller;
      connection.open({ ...options, expiresAt, isStillVisible: () => isStillVisible(request, wardUUID) }, () => {
        unsubscribe();
        connections.delete(connection);
      });
      return reply;
    },
    { head: false },
  );

  return {
    /** Ends the connections of a token that was signed out. */
    endConnectionsOf: (tokenId: string): void => {
      for (const [connection, idOfToken] of connections) if (idOfToken === tokenId) connection.end();
    },
    /** Ends all connections and refuses new ones. */
    endAll: (): void => {
      isClosing = true;
      for (const connection of connections.keys()) connection.end();
    },
    connectionCount: () => connections.size,
  };
}

function createWardAccess(api: ApiServer, { database, now }: Pick<LiveRoutesOptions, 'database' | 'now'>) {
  const cache = createTtlCache<boolean>({ ttlMs: rightsCacheMs, now });

  /** Most viewers of a ward have the same scopes, so they share a cached answer. */
  function isVisible(scopes: readonly Scope[], wardUUID: string): Promise<boolean> {
    return cache.get(`${wardUUID} ${JSON.stringify(scopes)}`, () => isWardVisible(database.query, scopes, wardUUID));
  }

  /** Checks the token and the rights of an earlier request again. Never rejects. */
  async function isStillVisible({ headers, log }: FastifyRequest, wardUUID: string): Promise<boolean> {
    try {
      const { user } = await api.authenticators.user(headers.authorization);
      return await isVisible(user.scopes, wardUUID);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return false;
      // A short failure on our side is no reason to end the connection. An outage ends it.
      if (!database.isUnavailable(error)) log.error({ err: error }, 'the rights of a viewer cannot be checked');
      return true;
    }
  }

  return { isVisible, isStillVisible };
}
