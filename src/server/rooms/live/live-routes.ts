/** GET /streams/events: the live connections of wards (LIVE-1). */
import type { FastifyRequest } from 'fastify';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, FindEndedTokens, TokenIds } from '../../http/api-server.ts';
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
  readonly findEndedTokens: FindEndedTokens;
}

/** When a session ends, in this or another process, its connections are closed within this time. */
const sessionCheckIntervalMs = 3_000;
/** A change of rights takes effect after this time at the latest. */
const rightsCacheMs = 1_000;

export function registerLiveRoutes(api: ApiServer, options: LiveRoutesOptions) {
  const connections = new Map<LiveConnection, TokenIds>();
  const { isVisible, isStillVisible } = createWardAccess(api, options);
  let isClosing = false;
  let timer: NodeJS.Timeout;

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
      connections.set(connection, caller);
      const { expiresAt } = caller;
      connection.open({ ...options, expiresAt, isStillVisible: () => isStillVisible(request, wardUUID) }, () => {
        unsubscribe();
        connections.delete(connection);
      });
      return reply;
    },
    { head: false },
  );

  async function endSignedOut(): Promise<void> {
    if (connections.size === 0) return;
    const ended = await options.findEndedTokens([...connections.values()]);
    for (const [connection, token] of connections) if (ended.has(token)) connection.end();
  }

  async function repeatCheck(): Promise<void> {
    // The check is repeated, so a failure of one check ends no connection.
    await endSignedOut().catch(() => undefined);
    if (!isClosing) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => void repeatCheck(), sessionCheckIntervalMs).unref();
  }

  schedule();
  return {
    /** Ends the connections whose token was signed out or whose session has ended. */
    endSignedOut,
    /** Ends all connections and refuses new ones. */
    endAll: (): void => {
      isClosing = true;
      clearTimeout(timer);
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
