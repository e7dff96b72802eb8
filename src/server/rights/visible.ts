/**
 * What a user may see, as SQL conditions: the clients, locations and wards in their scopes, everything below those,
 * and the ancestors above them. Every query for a user applies one of these conditions.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql as raw } from 'kysely';
import type { Scope } from '../../domain/user.ts';
import type { Schema } from '../database/schema.ts';

/** Condition for `where` on `client`. */
export function isVisibleClient(scopes: readonly Scope[]) {
  const { everything, clients, locations, wards } = sortScopes(scopes);
  return (sql: ExpressionBuilder<Schema, 'client'>) => {
    if (everything) return sql.lit(true);
    const withVisibleLocation = sql
      .selectFrom('location')
      .select('location.client_uuid')
      .where((inner) => inner.or([isOneOf('location.uuid', locations), hasWardIn(inner, wards)]));
    return sql.or([isOneOf('client.uuid', clients), sql('client.uuid', 'in', withVisibleLocation)]);
  };
}

/** Condition for `where` on `location`. */
export function isVisibleLocation(scopes: readonly Scope[]) {
  const { everything, clients, locations, wards } = sortScopes(scopes);
  return (sql: ExpressionBuilder<Schema, 'location'>) => {
    if (everything) return sql.lit(true);
    return sql.or([
      isOneOf('location.client_uuid', clients),
      isOneOf('location.uuid', locations),
      hasWardIn(sql, wards),
    ]);
  };
}

/** Condition for `where` on `ward`. */
export function isVisibleWard(scopes: readonly Scope[]) {
  const { everything, clients, locations, wards } = sortScopes(scopes);
  return (sql: ExpressionBuilder<Schema, 'ward'>) => {
    if (everything) return sql.lit(true);
    const inScope = sql
      .selectFrom('location')
      .select('location.uuid')
      .where((inner) => inner.or([isOneOf('location.client_uuid', clients), isOneOf('location.uuid', locations)]));
    return sql.or([isOneOf('ward.uuid', wards), sql('ward.location_uuid', 'in', inScope)]);
  };
}

function hasWardIn(sql: ExpressionBuilder<Schema, 'location'>, wards: readonly string[]) {
  return sql(
    'location.uuid',
    'in',
    sql.selectFrom('ward').select('ward.location_uuid').where(isOneOf('ward.uuid', wards)),
  );
}

/**
 * NOTE: one `in` list, because SQLite refuses thousands of nested `or`. SQL does not allow an empty list, so that case
 * is `false`.
 */
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
