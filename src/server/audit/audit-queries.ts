/** Reads the audit log. */
import { type ExpressionBuilder, type Kysely, type Selectable, sql as raw } from 'kysely';
import * as z from 'zod/mini';
import type { AuditEvent } from '../../contract/manage/audit.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Scope } from '../../domain/user.ts';
import type { Schema } from '../database/schema.ts';
import { searchable } from './record-audit.ts';

type Query = Kysely<Schema>;
type Row = Selectable<Schema['audit_event']>;
export type AuditEvent = z.output<typeof AuditEvent>;

export interface AuditFilter {
  /** The events of these clients, or all with the scope `everything`. Scopes of locations and wards add nothing. */
  readonly scopes: readonly Scope[];
  readonly search?: string | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Epoch milliseconds, exclusive. */
  readonly to?: number | undefined;
}

/** The position in the order of time. */
interface Position {
  readonly at: number;
  readonly sequence: number;
}

/** A rare word would otherwise be searched in the whole log, and SQLite would serve nothing else meanwhile. */
const maxSearchedRows = 5_000;

const exportBatchSize = 500;

/** Returns the events before the cursor, the newest first. */
export async function listAuditEvents(
  query: Query,
  filter: AuditFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<{ readonly items: AuditEvent[]; readonly before: string | null }> {
  const position = before === undefined ? undefined : positionOf(before);
  const searched = eventsOf(query, filter)
    .$if(position !== undefined, (select) => select.where(comparedWith('<', position)))
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc');
  const rows = await query
    .selectFrom(searched.limit(maxSearchedRows).as('searched'))
    .selectAll()
    .where(containing(filter.search))
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  const last =
    rows.length === limit
      ? rows.at(-1)
      : await searched
          .offset(maxSearchedRows - 1)
          .limit(1)
          .executeTakeFirst();
  return { items: rows.map(eventOfRow), before: last === undefined ? null : `${last.at}.${last.sequence}` };
}

/** Yields all events, the oldest first. Only one batch is in memory. */
export async function* exportAuditEvents(query: Query, filter: AuditFilter): AsyncGenerator<AuditEvent> {
  let position: Position | undefined;
  for (;;) {
    const after = position;
    const rows = await eventsOf(query, filter)
      .$if(after !== undefined, (select) => select.where(comparedWith('>', after)))
      .orderBy('at')
      .orderBy('sequence')
      .limit(exportBatchSize)
      .execute();
    for (const row of rows) if (containsText(row, filter.search)) yield eventOfRow(row);
    position = rows.at(-1);
    if (rows.length < exportBatchSize) return;
  }
}

function eventsOf(query: Query, { scopes, from, to }: AuditFilter) {
  return query
    .selectFrom('audit_event')
    .selectAll()
    .where(ofClients(scopes))
    .$if(from !== undefined, (select) => select.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (select) => select.where('at', '<', to ?? 0));
}

function ofClients(scopes: readonly Scope[]) {
  const clients = scopes.flatMap((scope) => (scope.kind === 'client' ? [scope.uuid] : []));
  return (sql: ExpressionBuilder<Schema, 'audit_event'>) => {
    if (scopes.some(({ kind }) => kind === 'everything')) return sql.lit(true);
    return clients.length === 0 ? sql.lit(false) : sql('client_uuid', 'in', clients);
  };
}

function comparedWith(operator: '<' | '>', { at, sequence }: Position = { at: 0, sequence: 0 }) {
  return raw<boolean>`(at, sequence) ${raw.raw(operator)} (${at}, ${sequence})`;
}

function containing(search = '') {
  const pattern = `%${searchable(search).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return raw<boolean>`search_text like ${pattern} escape '\\'`;
}

function containsText({ search_text: text }: Row, search = ''): boolean {
  return text.includes(searchable(search));
}

function positionOf(cursor: string): Position {
  const [at, sequence] = cursor.split('.');
  return { at: Number(at), sequence: Number(sequence) };
}

const Values = z.record(z.string(), z.unknown());

function eventOfRow(row: Row): AuditEvent {
  const valuesOf = (text: string | null) => (text === null ? null : Values.parse(JSON.parse(text)));
  return {
    sequence: row.sequence,
    at: isoTime(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    object: row.object_kind === null ? null : { kind: row.object_kind, id: row.object_id, name: row.object_name },
    clientUUID: row.client_uuid,
    before: valuesOf(row.old_values),
    after: valuesOf(row.new_values),
    address: row.address,
  };
}
