/** Reads and writes the table `group_right`: which role a group has, and in which scope. */
import type { Kysely, Selectable } from 'kysely';
import type { GroupRight, Scope } from '../../domain/user.ts';
import { createServerSource } from '../audit/audit-actors.ts';
import { type AuditSource, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import { runInTransaction } from '../database/in-transaction.ts';
import type { Schema } from '../database/schema.ts';
import { auditFieldsOfScope } from '../rights/scope-places.ts';

export async function readGroupRights(database: Pick<Database, 'query'>): Promise<readonly GroupRight[]> {
  const rows = await database.query.selectFrom('group_right').selectAll().execute();
  return rows.map((row) => ({ group: row.group_name, role: row.role, scope: scopeOfRow(row) }));
}

/** Replaces all rights in one transaction, so that no user is without rights in between. */
export async function replaceGroupRights(
  database: Database,
  rights: readonly GroupRight[],
  source: AuditSource = createServerSource(),
): Promise<void> {
  const keyOf = (right: GroupRight) => JSON.stringify(rowOfRight(right));
  const wanted = new Set(rights.map(keyOf));
  await database.query.transaction().execute(async (transaction) => {
    const stored = await readGroupRights({ query: transaction });
    for (const right of stored) if (!wanted.has(keyOf(right))) await deleteRight(transaction, right, source);
    // Inserts row by row: the list is short, and inserting skips a right that an access file repeats.
    for (const right of rights) await insertRight(transaction, right, source);
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
export async function grantRight(
  { query }: Pick<Database, 'query'>,
  right: GroupRight,
  source: AuditSource = createServerSource(),
): Promise<boolean> {
  return runInTransaction(query, (transaction) => insertRight(transaction, right, source));
}

/** Returns false when the group did not have the right. */
export async function revokeRight(
  { query }: Pick<Database, 'query'>,
  right: GroupRight,
  source: AuditSource = createServerSource(),
): Promise<boolean> {
  return runInTransaction(query, (transaction) => deleteRight(transaction, right, source));
}

type Write = Kysely<Schema>;

async function insertRight(write: Write, right: GroupRight, source: AuditSource): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count = 0n } = await write
    .insertInto('group_right')
    .values(rowOfRight(right))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (count > 0n) await record(write, right, 'right.grant', source);
  return count > 0n;
}

async function deleteRight(write: Write, right: GroupRight, source: AuditSource): Promise<boolean> {
  const { numDeletedRows: count } = await write
    .deleteFrom('group_right')
    .where((where) => where.and(rowOfRight(right)))
    .executeTakeFirstOrThrow();
  if (count > 0n) await record(write, right, 'right.revoke', source);
  return count > 0n;
}

async function record(
  write: Write,
  { group, role, scope }: GroupRight,
  action: 'right.grant' | 'right.revoke',
  source: AuditSource,
): Promise<void> {
  await recordAudit(write, {
    ...source,
    action,
    object: { kind: 'group', id: null, name: group },
    ...(await auditFieldsOfScope(write, scope, action === 'right.grant' ? 'after' : 'before', { role })),
  });
}
