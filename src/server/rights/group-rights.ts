/** Reads and writes the table `group_right`: which role a group has, and in which scope. */
import type { Selectable } from 'kysely';
import type { GroupRight, Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

export async function readGroupRights(database: Database): Promise<readonly GroupRight[]> {
  const rows = await database.query.selectFrom('group_right').selectAll().execute();
  return rows.map((row) => ({ group: row.group_name, role: row.role, scope: scopeOfRow(row) }));
}

/** Replaces all rights in one transaction, so that no user is without rights in between. */
export async function replaceGroupRights(database: Database, rights: readonly GroupRight[]): Promise<void> {
  const rows = rights.map(rowOfRight);
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('group_right').execute();
    // Row by row: the list is short, and an access file may repeat a right.
    for (const row of rows) {
      await transaction
        .insertInto('group_right')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
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
export async function grantRight(database: Database, right: GroupRight): Promise<boolean> {
  const result = await database.query
    .insertInto('group_right')
    .values(rowOfRight(right))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false when the group did not have the right. */
export async function revokeRight(database: Database, right: GroupRight): Promise<boolean> {
  const { group_name, role, scope_kind, scope_uuid } = rowOfRight(right);
  const result = await database.query
    .deleteFrom('group_right')
    .where('group_name', '=', group_name)
    .where('role', '=', role)
    .where('scope_kind', '=', scope_kind)
    .where('scope_uuid', '=', scope_uuid)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
