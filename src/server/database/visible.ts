/**
 * What a person may see, as SQL: the nodes at and beneath their scopes, and the ancestors one has to
 * pass to reach them. Every query that answers a person goes through here.
 * NOTE: an `or` of nothing is false, where an `in ()` of nothing is no SQL everywhere.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Scope } from '../../domain/user.ts';
import type { Schema } from './database.ts';

/** For `where` on `client`. */
export function visibleClient(scopes: readonly Scope[]) {
  const { everything, clients, locations, wards } = sortScopes(scopes);
  return (sql: ExpressionBuilder<Schema, 'client'>) => {
    if (everything) return sql.lit(true);
    const onTheWay = sql
      .selectFrom('location')
      .select('location.client_uuid')
      .where((inner) =>
        inner.or([inner.or(locations.map((uuid) => inner('location.uuid', '=', uuid))), leadsToWard(inner, wards)]),
      );
    return sql.or([sql.or(clients.map((uuid) => sql('client.uuid', '=', uuid))), sql('client.uuid', 'in', onTheWay)]);
  };
}

/** For `where` on `location`. */
export function visibleLocation(scopes: readonly Scope[]) {
  const { everything, clients, locations, wards } = sortScopes(scopes);
  return (sql: ExpressionBuilder<Schema, 'location'>) => {
    if (everything) return sql.lit(true);
    return sql.or([
      sql.or(clients.map((uuid) => sql('location.client_uuid', '=', uuid))),
      sql.or(locations.map((uuid) => sql('location.uuid', '=', uuid))),
      leadsToWard(sql, wards),
    ]);
  };
}

/** For `where` on `ward`. */
export function visibleWard(scopes: readonly Scope[]) {
  const { everything, clients, locations, wards } = sortScopes(scopes);
  return (sql: ExpressionBuilder<Schema, 'ward'>) => {
    if (everything) return sql.lit(true);
    const above = sql
      .selectFrom('location')
      .select('location.uuid')
      .where((inner) =>
        inner.or([
          inner.or(clients.map((uuid) => inner('location.client_uuid', '=', uuid))),
          inner.or(locations.map((uuid) => inner('location.uuid', '=', uuid))),
        ]),
      );
    return sql.or([sql.or(wards.map((uuid) => sql('ward.uuid', '=', uuid))), sql('ward.location_uuid', 'in', above)]);
  };
}

function leadsToWard(sql: ExpressionBuilder<Schema, 'location'>, wards: readonly string[]) {
  return sql(
    'location.uuid',
    'in',
    sql
      .selectFrom('ward')
      .select('ward.location_uuid')
      .where((inner) => inner.or(wards.map((uuid) => inner('ward.uuid', '=', uuid)))),
  );
}

function sortScopes(scopes: readonly Scope[]) {
  const uuidsOf = (kind: Scope['kind']) =>
    scopes.flatMap((scope) => (scope.kind !== 'everything' && scope.kind === kind ? [scope.uuid] : []));
  return {
    everything: scopes.some(({ kind }) => kind === 'everything'),
    clients: uuidsOf('client'),
    locations: uuidsOf('location'),
    wards: uuidsOf('ward'),
  };
}
