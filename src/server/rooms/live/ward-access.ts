/** Checks whether a user may see a ward, when a live connection opens and while it is open. */
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { AppError } from '../../shared/app-error.ts';
import { createTtlCache } from '../../shared/ttl-cache.ts';
import { isWardVisible } from '../stream-queries.ts';

export interface WardAccess {
  isVisible(scopes: readonly Scope[], wardUUID: string): Promise<boolean>;
  /** Checks the token and the rights of an earlier request again. Never rejects. */
  isStillVisible(request: FastifyRequest, wardUUID: string): Promise<boolean>;
}

/** A change of rights takes effect after this time at the latest. */
const rightsCacheMs = 1_000;

export function createWardAccess(api: ApiServer, database: Database, now: () => number): WardAccess {
  const cache = createTtlCache<boolean>({ ttlMs: rightsCacheMs, now });

  /** Most viewers of a ward have the same scopes, so they share a cached answer. */
  function isVisible(scopes: readonly Scope[], wardUUID: string): Promise<boolean> {
    return cache.get(`${wardUUID} ${JSON.stringify(scopes)}`, () => isWardVisible(database.query, scopes, wardUUID));
  }

  return {
    isVisible,
    isStillVisible: async ({ headers, log }, wardUUID) => {
      try {
        const { user } = await api.authenticators.user(headers.authorization);
        return await isVisible(user.scopes, wardUUID);
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthenticated') return false;
        // A short failure on our side is no reason to end the connection. An outage ends it.
        if (!database.isUnavailable(error)) log.error({ err: error }, 'the rights of a viewer cannot be checked');
        return true;
      }
    },
  };
}
