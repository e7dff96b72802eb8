/** Reads and writes the table `group_right`: which role a group has, and in which scope. */
import type { Kysely, Selectable } from 'kysely';
import type { GroupRight, Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

export async function readGroupRights(database: Database): Promise<readonly GroupRight[]> {
  const rows = await database.query.selectFrom('group_right').selectAll().execute();
  return rows.map((row) => ({ group: row.group_name, role: row.role, scope: scopeOfRow(row) }));
}

/** Replaces all rights in one transaction, so that no user is without rights in between. */
export async function replaceGroupRights(database: Database, rights: readonly GroupRight[]): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('group_right').execute();
    // Row by row: the list is short, and an access file may repeat a right.
    for (const right of rights) await insertRight(transaction, right);
  });
}

function rowOfRight({ group, role, scope }: GroupRight) {
  return {
    group_name: group,
    role,
    scope_kind: scope.kind,
    scope_uuid: scope.kind === 'everything' ? '' : scope.uuid.toLowerCase(),
  };
}

function scopeOfRow({ scope_kind: kind, scope_uuid: uuid }: Selectable<Schema['group_right']>): Scope {
  return kind === 'everything' ? { kind } : { kind, uuid };
}

/** Returns false when the group already had the right. */
export async function grantRight({ query }: Database, right: GroupRight): Promise<boolean> {
  const result = await insertRight(query, right);
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function insertRight(query: Kysely<Schema>, right: GroupRight) {
  return query
    .insertInto('group_right')
    .values(rowOfRight(right))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
}

/** Returns false when the group did not have the right. */
export async function revokeRight(database: Database, right: GroupRight): Promise<boolean> {
  const result = await database.query
    .deleteFrom('group_right')
    .where((where) => where.and(rowOfRight(right)))
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
