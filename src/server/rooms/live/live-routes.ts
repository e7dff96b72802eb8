/** GET /streams/events: the live connections of wards (LIVE-1). */
import { endpoints } from '../../../contract/endpoints.ts';
import { isCovered, type User } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, RecheckCallers, TokenIds } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveRaw } from '../../http/serve-endpoint.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { LiveConnection } from './live-connection.ts';
import { createReconnectDelay } from './reconnect-delay.ts';
import { startSupervisor, type SupervisorOptions } from './supervisor.ts';
import type { WardFeed } from './ward-feed.ts';

export interface LiveRoutesOptions extends Omit<SupervisorOptions, 'isVisible' | 'onError'> {
  readonly database: Pick<Database, 'isUnavailable'>;
  readonly feed: WardFeed;
  readonly recheck: RecheckCallers;
}

export function registerLiveRoutes(api: ApiServer, options: LiveRoutesOptions) {
  const { database, feed } = options;
  const { log } = api.fastify;
  const supervisor = startSupervisor({
    ...options,
    isVisible,
    onError: (error) => {
      if (!database.isUnavailable(error)) log.error({ err: error }, 'the rights of the viewers cannot be checked');
    },
  });
  const reconnectDelay = createReconnectDelay();
  let isClosing = false;

  function isVisible({ scopes }: User, wardUUID: string): boolean {
    return isCovered(scopes, feed.placeOf(wardUUID));
  }

  serveRaw(
    api,
    endpoints.streamEvents,
    async ({ query, caller }, reply) => {
      if (options.hasOutage()) throw retryLater('unavailable', 'The state of the rooms is not available right now.');
      const wardUUID = query.wardUUID.toLowerCase();
      const connection = new LiveConnection(reply.raw, caller, wardUUID);
      const unsubscribe = await feed.subscribe(wardUUID, connection);
      try {
        requireFound(isVisible(caller.user, wardUUID) || undefined);
        if (isClosing) throw retryLater('unavailable', 'The server is stopping.', 1);
      } catch (error) {
        unsubscribe();
        throw error;
      }
      reply.hijack();
      // The viewer may have disconnected during the queries. Then the response emits no `close`.
      if (reply.raw.req.socket.destroyed) {
        unsubscribe();
        return reply;
      }
      supervisor.add(connection);
      connection.open(reply.getHeaders(), `retry: ${reconnectDelay(supervisor.connectionCount())}\n: open\n\n`, () => {
        unsubscribe();
        supervisor.remove(connection);
      });
      return reply;
    },
    { head: false },
  );

  return {
    /** Ends the connections of this token, and of its session if it is given. */
    endSignedOut: ({ tokenId, sessionId }: TokenIds): void => {
      for (const connection of supervisor.connections()) {
        const { caller } = connection;
        const isOfSession = sessionId !== undefined && caller.sessionId === sessionId;
        if (isOfSession || caller.tokenId === tokenId) connection.end();
      }
    },
    /** Ends all connections and refuses new ones. */
    endAll: (): void => {
      isClosing = true;
      supervisor.stop();
      for (const connection of supervisor.connections()) connection.end();
    },
    connectionCount: supervisor.connectionCount,
  };
}
