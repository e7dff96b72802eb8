/** GET /streams/events: who may watch a ward, and for how long (LIVE-1). */
import { endpoints } from '../../../contract/endpoints.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { AppError } from '../../shared/app-error.ts';
import { requireFound } from '../../http/require-found.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { serveRaw } from '../../http/serve-endpoint.ts';
import { createTtlCache } from '../../shared/ttl-cache.ts';
import { type LiveConnection, openLiveConnection } from './live-connection.ts';
import { isWardVisible } from '../stream-queries.ts';
import type { WardFeed } from './ward-feed.ts';

/** A change of what somebody may see counts after this at the latest. Milliseconds. */
const rightsForMs = 1_000;

/** While it is not known whether boards are right they are looked at so often, to say the one or the other. Milliseconds. */
const doubtMs = 1_000;

export interface LiveRoutesOptions {
  readonly database: Database;
  readonly feed: WardFeed;
  readonly now: () => number;
  /** Silence is broken after this; the caller's token and rights are looked at again then, too. */
  readonly heartbeatMs: number;
  /** False: what boards show may be wrong, and nothing is known to be coming. */
  readonly isTrue: () => boolean;
  /** True: it is not known whether boards are right, and in a moment it may be again. */
  readonly isInDoubt: () => boolean;
}

export interface LiveRoutes {
  /** At once, instead of with the next heartbeat: the token was signed out. */
  endOfToken(tokenId: string): void;
  /** The server is going away; no new ones are opened. */
  endAll(): void;
  /** How many are open. */
  viewers(): number;
}

export function registerLiveRoutes(api: ApiServer, options: LiveRoutesOptions): LiveRoutes {
  const { database, feed, now, heartbeatMs, isTrue, isInDoubt } = options;
  const open = new Map<LiveConnection, string>();
  const visible = createTtlCache<boolean>({ forMs: rightsForMs, now });
  let isClosing = false;

  /** Thousands of viewers of one ward mostly have the same scopes. */
  function isVisible(scopes: readonly Scope[], wardUUID: string): Promise<boolean> {
    return visible.get(`${wardUUID} ${JSON.stringify(scopes)}`, () => isWardVisible(database.query, scopes, wardUUID));
  }

  serveRaw(
    api,
    endpoints.streamEvents,
    async ({ query, caller, request }, reply) => {
      // A board that looks alive while nothing can reach it is worse than one that says so.
      if (!isTrue()) throw retryLater('unavailable', 'What boards show cannot be kept true right now.');
      const wardUUID = query.wardUUID.toLowerCase();
      requireFound((await isVisible(caller.user.scopes, wardUUID)) || undefined);
      const watch = await feed.watch(wardUUID);
      if (isClosing) {
        watch.leave();
        throw new AppError('unavailable', { headers: { 'retry-after': '1' } });
      }
      // The viewer went away while we looked: there is nobody to write to, and no `close` to come.
      if (request.raw.socket.destroyed) {
        watch.leave();
        return reply.hijack();
      }

      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      let timer: NodeJS.Timeout;
      const connection = openLiveConnection(reply.raw, {
        retryMs: retryDelayMs(),
        onEnd: () => {
          clearTimeout(timer);
          watch.leave();
          open.delete(connection);
        },
      });
      watch.join(connection);
      open.set(connection, caller.tokenId);
      lookLater();
      return reply;

      function lookLater(): void {
        const pauseMs = isInDoubt() ? Math.min(heartbeatMs, doubtMs) : heartbeatMs;
        timer = setTimeout(() => void look(), Math.max(0, Math.min(pauseMs, caller.expiresAt - now())));
      }

      async function look(): Promise<void> {
        if (now() >= caller.expiresAt || !isTrue()) return connection.end();
        // A board takes a heartbeat for the truth of what it shows, and says later as of when that was.
        if (!isInDoubt()) {
          // First of all: the answer may take its time while the database is in trouble.
          connection.heartbeat();
          if (!(await mayStay())) connection.end();
        }
        if (open.has(connection)) lookLater();
      }

      async function mayStay(): Promise<boolean> {
        try {
          const { user } = await api.authenticators.user(request.headers.authorization);
          return await isVisible(user.scopes, wardUUID);
        } catch (error) {
          if (error instanceof AppError && error.code === 'unauthenticated') return false;
          // Our own trouble is no reason to darken a ward's board, as long as it is short: see isTrue.
          if (!database.isUnavailable(error))
            request.log.error({ err: error }, 'a live connection could not be looked at');
          return true;
        }
      }
    },
    { head: false },
  );

  return {
    endOfToken: (tokenId) => {
      for (const [connection, heldBy] of open) if (heldBy === tokenId) connection.end();
    },
    endAll: () => {
      isClosing = true;
      for (const connection of open.keys()) connection.end();
    },
    viewers: () => open.size,
  };
}

/** Short, and different for each viewer: after a restart they do not all come back in one moment. */
function retryDelayMs(): number {
  return 500 + Math.floor(Math.random() * 1_000);
}
