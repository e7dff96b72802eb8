import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from './database.ts';

/**
 * The condition that a text column has one of these values, for long lists. The list is one parameter. With `in`, each
 * value would need a node of the query builder, and each length of the list another statement.
 */
export function isInList(kind: DatabaseKind, column: string, values: readonly string[]): RawBuilder<SqlBool> {
  return kind === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${values})`;
}
