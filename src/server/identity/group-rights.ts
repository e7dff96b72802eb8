/** Which group may see what: the table group_right. */
import type { Selectable } from 'kysely';
import type { GroupRight, Scope } from '../../domain/user.ts';
import type { Database, Schema } from '../database/database.ts';

export async function readGroupRights(database: Database): Promise<readonly GroupRight[]> {
  const rows = await database.query.selectFrom('group_right').selectAll().execute();
  return rows.map((row) => ({ group: row.group_name, role: row.role, scope: scopeOfRow(row) }));
}

/** Those rights and no others; all at once, so that nobody is without in between. */
export async function replaceGroupRights(database: Database, rights: readonly GroupRight[]): Promise<void> {
  const rows = rights.map(({ group, role, scope }) => ({
    group_name: group,
    role,
    scope_kind: scope.kind,
    scope_uuid: scope.kind === 'everything' ? '' : scope.uuid.toLowerCase(),
  }));
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('group_right').execute();
    // One by one: the list is short, and may say a thing twice.
    for (const row of rows) {
      await transaction
        .insertInto('group_right')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

function scopeOfRow({ scope_kind: kind, scope_uuid: uuid }: Selectable<Schema['group_right']>): Scope {
  return kind === 'everything' ? { kind } : { kind, uuid };
}
