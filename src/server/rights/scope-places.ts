/** Finds the places of scopes and their names. */
import type { Kysely } from 'kysely';
import type { Place, Scope } from '../../domain/user.ts';
import type { Schema } from '../database/schema.ts';

export interface ScopePlace {
  readonly place: Place;
  /** The names from the client down to the place. */
  readonly names: readonly string[];
}

/**
 * The client and the names of a scope, for the audit event of a key or a right. `more`: further values of the event.
 */
export async function auditFieldsOfScope(
  query: Kysely<Schema>,
  scope: Scope,
  when: 'before' | 'after',
  more: Readonly<Record<string, unknown>> = {},
) {
  const found = (await findScopePlaces(query, [scope]))(scope);
  const values = { ...more, scope: found?.names.join(' / ') ?? scope.kind };
  return { clientUUID: found?.place.clientUUID ?? null, [when]: values };
}

/**
 * Returns a function that names each of these scopes, for an operator. It returns undefined if the place does not
 * exist.
 */
export async function nameScopes(
  query: Kysely<Schema>,
  scopes: readonly Scope[],
): Promise<(scope: Scope) => string | undefined> {
  const placeOf = await findScopePlaces(query, scopes);
  return (scope) => (scope.kind === 'everything' ? scope.kind : placeOf(scope)?.names.join(' / '));
}

/**
 * Returns a function that finds the place of each of these scopes. It returns undefined for `everything` and for a
 * place that was removed.
 */
export async function findScopePlaces(
  query: Kysely<Schema>,
  scopes: readonly Scope[],
): Promise<(scope: Scope) => ScopePlace | undefined> {
  const uuids = [...new Set(scopes.flatMap((scope) => (scope.kind === 'everything' ? [] : [scope.uuid])))];
  if (uuids.length === 0) return () => undefined;
  const rows = await query
    .selectFrom('client')
    .leftJoin('location', (join) =>
      join
        .onRef('location.client_uuid', '=', 'client.uuid')
        .on((sql) =>
          sql.or([
            sql('location.uuid', 'in', uuids),
            sql(
              'location.uuid',
              'in',
              sql.selectFrom('ward').select('ward.location_uuid').where('ward.uuid', 'in', uuids),
            ),
          ]),
        ),
    )
    .leftJoin('ward', (join) => join.onRef('ward.location_uuid', '=', 'location.uuid').on('ward.uuid', 'in', uuids))
    .select(['client.uuid as clientUUID', 'client.display_name as client'])
    .select(['location.uuid as locationUUID', 'location.display_name as location'])
    .select(['ward.uuid as wardUUID', 'ward.display_name as ward'])
    .where((sql) => sql.or([sql('client.uuid', 'in', uuids), sql('location.uuid', 'is not', null)]))
    .execute();
  const places = new Map<string, ScopePlace>();
  for (const { clientUUID, client, locationUUID, location, wardUUID, ward } of rows) {
    places.set(clientUUID, { place: { clientUUID }, names: [client] });
    if (locationUUID === null || location === null) continue;
    places.set(locationUUID, { place: { clientUUID, locationUUID }, names: [client, location] });
    if (wardUUID === null || ward === null) continue;
    places.set(wardUUID, { place: { clientUUID, locationUUID, wardUUID }, names: [client, location, ward] });
  }
  return (scope) => (scope.kind === 'everything' ? undefined : places.get(scope.uuid));
}
