/** Reads and changes the connections in the database. */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { type AuditSource, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';
import { versionConflict, requireVersion } from '../shared/object-version.ts';
import { checkEntries, checkEntry, ConnectionEntry } from './connection-entry.ts';
import { toConnectionView } from './entry-view.ts';
import { EquipmentFileError } from './file/equipment-file.ts';

type Query = Kysely<Schema>;

/** Reads the connections, sorted by name. */
export async function readEntries(query: Query): Promise<readonly ConnectionEntry[]> {
  const rows = await query.selectFrom('equipment_connection').select(['name', 'content']).execute();
  const sorted = rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return sorted.map(({ content }) => ConnectionEntry.parse(JSON.parse(content)));
}

/** Reads a number that rises with each change of the connections. 0: there has never been a connection. */
export async function readEquipmentRevision(query: Query): Promise<number> {
  const row = await query.selectFrom('equipment').select('revision').executeTakeFirst();
  return row?.revision ?? 0;
}

/**
 * Increases the revision. Call it first in each change: it locks the row, so concurrent changes run one after another,
 * and each change is checked against all connections.
 */
export async function raiseEquipmentRevision(write: Query): Promise<void> {
  await write
    .insertInto('equipment')
    .values({ id: 1, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ revision: eb('equipment.revision', '+', 1) })),
    )
    .execute();
}

export interface EntryChange {
  /** The connection before the change. Null: the change adds one. */
  readonly before: { readonly name: string; readonly version: string } | null;
  /** Returns the connection after the change; undefined removes it. Throws AppError. */
  readonly change: (before: ConnectionEntry | undefined) => ConnectionEntry | undefined;
}

/**
 * Changes a connection. Throws AppError: `conflict` when another user has changed it, `invalid-request` with its
 * invalid fields.
 */
export async function changeEntry(
  { query }: Pick<Database, 'query'>,
  { before: sent, change }: EntryChange,
  source: AuditSource,
): Promise<void> {
  await query.transaction().execute(async (write) => {
    await raiseEquipmentRevision(write);
    const entries = await readEntries(write);
    const before = sent === null ? undefined : requireUnchanged(entries, sent);
    const after = change(before);
    if (after !== undefined)
      requireValid(
        after,
        entries.filter((entry) => entry !== before),
      );
    if (before !== undefined) await removeEntry(write, before);
    if (after !== undefined) await insertEntry(write, after);
    await recordChange(write, before, after, source);
  });
}

function requireUnchanged(entries: readonly ConnectionEntry[], { name, version }: NonNullable<EntryChange['before']>) {
  const found = entries.find((entry) => entry.name === name);
  if (found === undefined) throw versionConflict(null);
  requireVersion(toConnectionView(found), version);
  return found;
}

function requireValid(entry: ConnectionEntry, others: readonly ConnectionEntry[]): void {
  const errors = checkEntry(entry, others);
  if (errors.length > 0) throw new AppError('invalid-request', { errors: [...errors] });
}

async function recordChange(
  write: Query,
  before: ConnectionEntry | undefined,
  after: ConnectionEntry | undefined,
  source: AuditSource,
): Promise<void> {
  const changed = after ?? before;
  if (changed === undefined) return;
  await recordAudit(write, {
    ...source,
    action: `connection.${before === undefined ? 'add' : after === undefined ? 'remove' : 'change'}`,
    object: { kind: 'connection', id: null, name: changed.name },
    clientUUID: null,
    before: before && { ...before },
    after: after && { ...after },
  });
}

interface ImportedFile {
  readonly file: string;
  readonly entries: readonly ConnectionEntry[];
  /** Whether stored connections that are not in the file are removed. */
  readonly removeMissing: boolean;
}

/**
 * Stores the connections of a file, in place of those with the same name. Returns the numbers of added, changed and
 * removed connections. Throws EquipmentFileError when a connection of the file conflicts with one that stays.
 */
export async function importEntries(
  { query }: Pick<Database, 'query'>,
  { file, entries, removeMissing }: ImportedFile,
  source: AuditSource,
) {
  return query.transaction().execute(async (write) => {
    await raiseEquipmentRevision(write);
    const stored = await readEntries(write);
    const isIn = (list: readonly ConnectionEntry[], entry: ConnectionEntry) =>
      list.some((one) => isDeepStrictEqual(one, entry));
    const hasName = (list: readonly ConnectionEntry[], { name }: ConnectionEntry) =>
      list.some((one) => one.name === name);
    const missing = stored.filter((entry) => !hasName(entries, entry));
    const problems = checkEntries(entries, removeMissing ? [] : missing);
    if (problems.length > 0) throw new EquipmentFileError(file, problems);
    const after = entries.filter((entry) => !isIn(stored, entry));
    const changed = after.filter((entry) => hasName(stored, entry));
    const removed = removeMissing ? missing : [];
    const before = stored.filter((entry) => hasName([...changed, ...removed], entry));
    for (const entry of before) await removeEntry(write, entry);
    for (const entry of after) await insertEntry(write, entry);
    await recordAudit(write, {
      ...source,
      action: 'equipment.import',
      clientUUID: null,
      before: { connections: before },
      after: { connections: after, file },
    });
    return { added: after.length - changed.length, changed: changed.length, removed: removed.length };
  });
}

async function removeEntry(write: Query, { name }: ConnectionEntry): Promise<void> {
  await write.deleteFrom('equipment_connection').where('name', '=', name).execute();
}

async function insertEntry(write: Query, entry: ConnectionEntry): Promise<void> {
  const row = { name: entry.name, content: JSON.stringify(entry) };
  await write.insertInto('equipment_connection').values(row).execute();
}
