/** GET /streams/events: the live connections of wards (LIVE-1). */
import { endpoints } from '../../../contract/endpoints.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveRaw } from '../../http/serve-endpoint.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { type LiveConnection, createLiveConnection } from './live-connection.ts';
import { superviseConnection } from './supervise-connection.ts';
import { createWardAccess } from './ward-access.ts';
import type { WardFeed } from './ward-feed.ts';

export interface LiveRoutesOptions {
  readonly database: Database;
  readonly feed: WardFeed;
  readonly now: () => number;
  /** The interval of the heartbeats. With each, the token and the rights of the viewer are checked again. */
  readonly heartbeatMs: number;
  /** Boards may show wrong information, so there are no live connections. */
  readonly hasOutage: () => boolean;
  /** Nobody knows whether boards are right, so there are no heartbeats. */
  readonly isUncertain: () => boolean;
}

export interface LiveRoutes {
  /** Ends the connections of a token that was signed out. */
  endConnectionsOf(tokenId: string): void;
  /** Ends all connections and refuses new ones. */
  endAll(): void;
  connectionCount(): number;
}

export function registerLiveRoutes(api: ApiServer, options: LiveRoutesOptions): LiveRoutes {
  const { database, feed, now, hasOutage } = options;
  /** Each open connection with the id of its token. */
  const connections = new Map<LiveConnection, string>();
  const access = createWardAccess(api, database, now);
  let isClosing = false;

  serveRaw(
    api,
    endpoints.streamEvents,
    async ({ query, caller, request }, reply) => {
      if (hasOutage()) throw retryLater('unavailable', 'The state of the rooms is not available right now.');
      const wardUUID = query.wardUUID.toLowerCase();
      requireFound((await access.isVisible(caller.user.scopes, wardUUID)) || undefined);
      const connection = createLiveConnection(reply.raw);
      const unsubscribe = await feed.subscribe(wardUUID, connection);
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
      const stopSupervision = superviseConnection(connection, {
        ...options,
        expiresAt: caller.expiresAt,
        isStillVisible: () => access.isStillVisible(request, wardUUID),
      });
      connections.set(connection, caller.tokenId);
      connection.open(retryDelayMs(), () => {
        stopSupervision();
        unsubscribe();
        connections.delete(connection);
      });
      return reply;
    },
    { head: false },
  );

  return {
    endConnectionsOf: (tokenId) => {
      for (const [connection, idOfToken] of connections) if (idOfToken === tokenId) connection.end();
    },
    endAll: () => {
      isClosing = true;
      for (const connection of connections.keys()) connection.end();
    },
    connectionCount: () => connections.size,
  };
}

/** Jitter: after a restart the viewers do not all reconnect at the same moment. */
function retryDelayMs(): number {
  return 500 + Math.floor(Math.random() * 1_000);
}
