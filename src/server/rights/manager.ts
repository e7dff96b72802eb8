/** Who may change what: the check of the role before a call, and of the place within it. Denies by default. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Access } from '../../contract/endpoint.ts';
import { isCovered, type Place, type Role, type Scope, type ScopeLevel, scopesWithRole } from '../../domain/user.ts';
import type { Schema } from '../database/schema.ts';
import type { Callers, ManagerCaller, UserCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { AppError } from '../shared/app-error.ts';
import { refusedAs } from '../shared/reason.ts';
import { visibleClient, visibleLocation } from './visible.ts';

type Query = Kysely<Schema>;

const rolesOf = {
  manager: ['manager', 'administrator'],
  administrator: ['administrator'],
} as const satisfies Partial<Record<Access, readonly Role[]>>;

/** Authenticates the user who sent a request with this Authorization header. */
export type AuthenticateUser = (
  authorization: string | undefined,
  request: Pick<FastifyRequest, 'clientAddress'>,
) => Promise<UserCaller>;

/** The authenticators of the calls of managers and administrators. They throw AppError `forbidden` for other users. */
export function managerAuthenticators(authenticate: AuthenticateUser) {
  const withRole =
    (access: keyof typeof rolesOf) =>
    async (...request: Parameters<AuthenticateUser>) => {
      const caller = await authenticate(...request);
      const managed = scopesWithRole(caller.user, rolesOf[access]);
      if (managed.length === 0) throw new AppError('forbidden', { detail: `This call is for the role ${access}.` });
      return { ...caller, managed } satisfies Callers[typeof access];
    };
  return { manager: withRole('manager'), administrator: withRole('administrator') };
}

/** For what belongs to no place, such as people and device keys for everything. Throws AppError `forbidden`. */
export function requireEverything({ managed }: Pick<ManagerCaller, 'managed'>): void {
  if (managed.some(({ kind }) => kind === 'everything')) return;
  throw new AppError('forbidden', { detail: 'This call is for the role administrator with the scope everything.' });
}

/**
 * The place of a client, location, ward or room that the caller may change. Throws AppError `not-found` for what the
 * caller may not see, `forbidden` for what the caller may only see.
 */
export async function requireManaged(
  query: Query,
  { managed, user }: Pick<ManagerCaller, 'managed' | 'user'>,
  level: ScopeLevel | 'stream',
  uuid: string,
): Promise<Place> {
  const place = requireFound(await findPlace(query, level, uuid.toLowerCase()));
  if (isCovered(managed, place)) return place;
  requireFound((await isVisible(query, user.scopes, place)) || undefined);
  throw new AppError('forbidden', refusedAs('only-seen'));
}

/** `uuid`: lower case. */
export async function findPlace(query: Query, level: ScopeLevel | 'stream', uuid: string): Promise<Place | undefined> {
  switch (level) {
    case 'client':
      return query.selectFrom('client').select('uuid as clientUUID').where('uuid', '=', uuid).executeTakeFirst();
    case 'location':
      return query
        .selectFrom('location')
        .select(['client_uuid as clientUUID', 'uuid as locationUUID'])
        .where('uuid', '=', uuid)
        .executeTakeFirst();
    case 'ward':
      return placesOfWards(query).where('ward.uuid', '=', uuid).executeTakeFirst();
    case 'stream':
      return placesOfWards(query)
        .innerJoin('stream', 'stream.ward_uuid', 'ward.uuid')
        .where('stream.uuid', '=', uuid)
        .executeTakeFirst();
  }
}

function placesOfWards(query: Query) {
  return query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['client_uuid as clientUUID', 'location_uuid as locationUUID', 'ward.uuid as wardUUID']);
}

/** A user also sees the clients and locations above a scope. */
async function isVisible(query: Query, scopes: readonly Scope[], place: Place): Promise<boolean> {
  const { clientUUID, locationUUID, wardUUID } = place;
  if (wardUUID !== undefined || isCovered(scopes, place)) return isCovered(scopes, place);
  const seen =
    locationUUID === undefined
      ? query.selectFrom('client').select('uuid').where('uuid', '=', clientUUID).where(visibleClient(scopes))
      : query.selectFrom('location').select('uuid').where('uuid', '=', locationUUID).where(visibleLocation(scopes));
  return (await seen.executeTakeFirst()) !== undefined;
}
