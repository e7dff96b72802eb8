/**
 * What a person may see, as SQL: the nodes at and beneath their scopes, and the ancestors one has to
 * pass to reach them. Every query that answers a person goes through here.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql as raw } from 'kysely';
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
      .where((inner) => inner.or([isOneOf('location.uuid', locations), leadsToWard(inner, wards)]));
    return sql.or([isOneOf('client.uuid', clients), sql('client.uuid', 'in', onTheWay)]);
  };
}

/** For `where` on `location`. */
export function visibleLocation(scopes: readonly Scope[]) {
  const { everything, clients, locations, wards } = sortScopes(scopes);
  return (sql: ExpressionBuilder<Schema, 'location'>) => {
    if (everything) return sql.lit(true);
    return sql.or([
      isOneOf('location.client_uuid', clients),
      isOneOf('location.uuid', locations),
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
      .where((inner) => inner.or([isOneOf('location.client_uuid', clients), isOneOf('location.uuid', locations)]));
    return sql.or([isOneOf('ward.uuid', wards), sql('ward.location_uuid', 'in', above)]);
  };
}

function leadsToWard(sql: ExpressionBuilder<Schema, 'location'>, wards: readonly string[]) {
  return sql(
    'location.uuid',
    'in',
    sql.selectFrom('ward').select('ward.location_uuid').where(isOneOf('ward.uuid', wards)),
  );
}

/** NOTE: a list, since thousands of comparisons are nested too deep for SQLite; and nothing is in an empty one. */
function isOneOf(column: string, uuids: readonly string[]): Expression<SqlBool> {
  return uuids.length === 0 ? raw<SqlBool>`false` : raw<SqlBool>`${raw.ref(column)} in (${raw.join(uuids)})`;
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
