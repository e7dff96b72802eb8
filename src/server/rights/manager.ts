/** Checks who may change what: the role before a call, and the place within it. Denies by default. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { EndpointAccess, WallBoardAccess } from '../../contract/endpoint.ts';
import { isPlaceCovered, type Place, type Role, type Scope, type ScopeLevel, scopesOfRole } from '../../domain/user.ts';
import { findPlace } from '../database/find-place.ts';
import type { Schema } from '../database/schema.ts';
import type { CallerOfAccess, ManagerCaller, UserCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { AppError } from '../shared/app-error.ts';
import { errorOptionsOf } from '../shared/reason.ts';
import { isVisibleClient, isVisibleLocation } from './visible.ts';

type Query = Kysely<Schema>;

const rolesOfAccess = {
  manager: ['manager', 'administrator'],
  administrator: ['administrator'],
  'administrator-of-everything': ['administrator'],
} as const satisfies Partial<Record<EndpointAccess, readonly Role[]>>;

/** Authenticates the user who sent a request with this Authorization header. */
export type AuthenticateUser = (
  authorization: string | undefined,
  request: Pick<FastifyRequest, 'clientAddress'>,
  wallBoards?: WallBoardAccess,
) => Promise<UserCaller>;

/** The authenticators of the calls of managers and administrators. They throw AppError `forbidden` for other users. */
export function createManagerAuthenticators(authenticate: AuthenticateUser) {
  const withRole =
    (access: keyof typeof rolesOfAccess) =>
    async (...request: Parameters<AuthenticateUser>) => {
      const caller = await authenticate(...request);
      const managed = scopesOfRole(caller.user, rolesOfAccess[access]);
      if (access === 'administrator-of-everything') requireScopeEverything({ managed });
      if (managed.length === 0) throw new AppError('forbidden', { detail: `This call is for the role ${access}.` });
      return { ...caller, managed } satisfies CallerOfAccess[typeof access];
    };
  return {
    manager: withRole('manager'),
    administrator: withRole('administrator'),
    'administrator-of-everything': withRole('administrator-of-everything'),
  };
}

/**
 * Requires an administrator of everything, for objects without a place, such as people. Throws AppError `forbidden` for
 * others.
 */
export function requireScopeEverything({ managed }: Pick<ManagerCaller, 'managed'>): void {
  if (managed.some(({ kind }) => kind === 'everything')) return;
  throw new AppError('forbidden', { detail: 'This call is for the role administrator with the scope everything.' });
}

/**
 * Finds the place of a client, location, ward or room that the caller may change. Throws AppError `not-found` for one
 * that the caller may not see, `forbidden` for one that the caller may only see.
 */
export async function requireManaged(
  query: Query,
  { managed, user }: Pick<ManagerCaller, 'managed' | 'user'>,
  level: ScopeLevel | 'stream',
  uuid: string,
): Promise<Place> {
  const place = requireFound(await findPlace(query, level, uuid.toLowerCase()));
  if (isPlaceCovered(managed, place)) return place;
  requireFound((await isVisible(query, user.scopes, place)) || undefined);
  throw createNotManagedError();
}

/** The refusal for a place that the caller may see but not change. */
export function createNotManagedError(): AppError {
  return new AppError('forbidden', errorOptionsOf('only-seen'));
}

/** Whether the user may see the place. A user also sees the clients and locations above a scope. */
async function isVisible(query: Query, scopes: readonly Scope[], place: Place): Promise<boolean> {
  const { clientUUID, locationUUID, wardUUID } = place;
  if (wardUUID !== undefined || isPlaceCovered(scopes, place)) return isPlaceCovered(scopes, place);
  const seen =
    locationUUID === undefined
      ? query.selectFrom('client').select('uuid').where('uuid', '=', clientUUID).where(isVisibleClient(scopes))
      : query.selectFrom('location').select('uuid').where('uuid', '=', locationUUID).where(isVisibleLocation(scopes));
  return (await seen.executeTakeFirst()) !== undefined;
}
