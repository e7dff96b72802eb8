/** GET /streams/events: the live connections of one or several wards (LIVE-1). */
import { endpoints } from '../../../contract/endpoints.ts';
import { isPlaceCovered, type User } from '../../../domain/user.ts';
import type { ViewRecorder } from '../../audit/views.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, RecheckCallers, TokenIds } from '../../http/api-server.ts';
import { serveRaw } from '../../http/serve-endpoint.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { refuseWards } from '../moved-wards.ts';
import { LiveConnection } from './live-connection.ts';
import { startViewerSupervisor, type ViewerSupervisorOptions } from './supervisor.ts';
import type { WardFeed } from './ward-feed.ts';

export interface LiveRoutesOptions extends Omit<ViewerSupervisorOptions, 'areVisible' | 'onError'> {
  readonly database: Pick<Database, 'isUnavailable' | 'query'>;
  readonly feed: WardFeed;
  readonly recheck: RecheckCallers;
  /** Called with each viewer of wards, before the connection is opened. */
  readonly views: Pick<ViewRecorder, 'recordWards'>;
}

export function registerLiveRoutes(api: ApiServer, options: LiveRoutesOptions) {
  const { database, feed } = options;
  const supervisor = startViewerSupervisor({
    ...options,
    areVisible,
    onError: (err) => {
      if (!database.isUnavailable(err)) api.fastify.log.error({ err }, 'the rights of the viewers cannot be checked');
    },
  });
  let isClosing = false;

  function areVisible({ scopes }: User, wardUuids: readonly string[]): boolean {
    return wardUuids.every((uuid) => isPlaceCovered(scopes, feed.placeOf(uuid)));
  }

  serveRaw(
    api,
    endpoints.streamEvents,
    async ({ query, caller, request }, reply) => {
      if (options.hasOutage()) throw retryLater('unavailable', 'The state of the rooms is not available right now.');
      const wardUuids = [...new Set(query.wardUUID.toLowerCase().split(','))];
      const connection = new LiveConnection(reply.raw, caller, wardUuids);
      const unsubscribe = await subscribe(feed, connection);
      try {
        if (!areVisible(caller.user, wardUuids)) await refuseWards(database.query, caller.user.scopes, wardUuids);
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
      options.views.recordWards(caller, request, wardUuids);
      connection.open(reply.getHeaders(), `retry: ${reconnectDelay(supervisor.connectionCount())}\n: open\n\n`, () => {
        unsubscribe();
        supervisor.remove(connection);
      });
      return reply;
    },
    { head: false },
  );

  return {
    /** Ends the live connections of this token, and of its session if it is given. */
    endSignedOut: ({ tokenId, sessionId }: TokenIds): void => {
      for (const connection of supervisor.connections()) {
        const { caller } = connection;
        const isOfSession = sessionId !== undefined && caller.sessionId === sessionId;
        if (isOfSession || caller.tokenId === tokenId) connection.end();
      }
    },
    /** Ends all live connections and refuses new ones. */
    endAll: (): void => {
      isClosing = true;
      supervisor.stop();
      for (const connection of supervisor.connections()) connection.end();
    },
    connectionCount: supervisor.connectionCount,
  };
}

/**
 * How long a viewer waits before it reconnects. After a restart all viewers reconnect: random delays spread them. A board
 * that is not live again within three seconds reloads its page, which would cost the server more.
 */
function reconnectDelay(viewerCount: number): number {
  const maxMs = viewerCount > 5_000 ? 2_500 : 1_500;
  return Math.floor(500 + Math.random() * (maxMs - 500));
}

/** Subscribes the viewer to all its wards, or to none. Returns the unsubscribe. */
async function subscribe(feed: WardFeed, viewer: LiveConnection): Promise<() => void> {
  const subscriptions = await Promise.allSettled(viewer.wardUuids.map((uuid) => feed.subscribe(uuid, viewer)));
  const unsubscribe = () => {
    for (const one of subscriptions) if (one.status === 'fulfilled') one.value();
  };
  const failed = subscriptions.find((one) => one.status === 'rejected');
  if (failed === undefined) return unsubscribe;
  unsubscribe();
  throw failed.reason;
}
