/** Reads the audit log. */
import { type ExpressionBuilder, type Kysely, type Selectable, sql as raw } from 'kysely';
import * as z from 'zod/mini';
import type { AuditEvent } from '../../contract/audit/audit.ts';
import { type AuditAction, type AuditKind, actionsOfKind } from '../../domain/audit.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Scope } from '../../domain/user.ts';
import type { Schema } from '../database/schema.ts';
import { auditEventColumns } from '../database/tables/audit-event-table.ts';
import { toSearchText } from './record-audit.ts';

type Query = Kysely<Schema>;
type Row = Selectable<Schema['audit_event']>;
export type AuditEvent = z.output<typeof AuditEvent>;

export interface AuditFilter {
  /**
   * Returns the events of the clients among these scopes, or all events for the scope `everything`. Scopes of locations
   * and wards give no access to events.
   */
  readonly scopes: readonly Scope[];
  readonly search?: string | undefined;
  readonly kind?: AuditKind | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Epoch milliseconds, exclusive. */
  readonly to?: number | undefined;
}

interface AuditPage {
  readonly before: string | undefined;
  readonly limit: number;
  /**
   * Returns only the parts of the event whose object has this id, the oldest first. Undefined: returns only events that
   * are not parts of other events.
   */
  readonly partOf?: string | undefined;
}

/** All columns without the search text, which is long for an import. */
const shownColumns = auditEventColumns.filter((name) => name !== 'search_text');

type ShownRow = Omit<Row, 'search_text'>;

/** A position in the list, which is sorted by time. */
interface Position {
  readonly at: number;
  readonly sequence: number;
}

/**
 * The maximum number of events that one call searches. Without a limit, a rare word would be searched in the whole log,
 * and SQLite would serve nothing else meanwhile.
 */
const maxSearchedRows = 5_000;

const exportBatchSize = 500;

/** Returns the events before the cursor, the newest first. With `partOf`: the parts after it, the oldest first. */
export async function listAuditEvents(
  query: Query,
  filter: AuditFilter,
  { before, limit, partOf }: AuditPage,
): Promise<{ readonly items: AuditEvent[]; readonly before: string | null }> {
  const position = before === undefined ? undefined : positionOf(before);
  const [operator, order] = partOf === undefined ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
  const searched = eventsOf(query, filter)
    .where('part_of', partOf === undefined ? 'is' : '=', partOf ?? null)
    .$if(position !== undefined, (select) => select.where(isBeyondPosition(operator, position)))
    .orderBy('at', order)
    .orderBy('sequence', order);
  const rows = await query
    .selectFrom(searched.limit(maxSearchedRows).as('searched'))
    .select(['sequence', ...shownColumns])
    .where(containsText(filter.search))
    .$if(filter.kind !== undefined, (select) => select.where('action', 'in', actionsOf(filter.kind)))
    .orderBy('at', order)
    .orderBy('sequence', order)
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

/** Yields all events of the filter, the oldest first. Keeps only one batch of events in memory. */
export async function* exportAuditEvents(query: Query, filter: AuditFilter): AsyncGenerator<AuditEvent> {
  let position: Position | undefined;
  for (;;) {
    const after = position;
    const rows = await eventsOf(query, filter)
      .$if(after !== undefined, (select) => select.where(isBeyondPosition('>', after)))
      .orderBy('at')
      .orderBy('sequence')
      .limit(exportBatchSize)
      .execute();
    for (const row of rows) if (matchesFilter(row, filter)) yield eventOfRow(row);
    position = rows.at(-1);
    if (rows.length < exportBatchSize) return;
  }
}

function eventsOf(query: Query, { scopes, from, to }: AuditFilter) {
  return query
    .selectFrom('audit_event')
    .selectAll()
    .where(isOfClients(scopes))
    .$if(from !== undefined, (select) => select.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (select) => select.where('at', '<', to ?? 0));
}

function isOfClients(scopes: readonly Scope[]) {
  const clients = scopes.flatMap((scope) => (scope.kind === 'client' ? [scope.uuid] : []));
  return (sql: ExpressionBuilder<Schema, 'audit_event'>) => {
    if (scopes.some(({ kind }) => kind === 'everything')) return sql.lit(true);
    return clients.length === 0 ? sql.lit(false) : sql('client_uuid', 'in', clients);
  };
}

function isBeyondPosition(operator: '<' | '>', { at, sequence }: Position = { at: 0, sequence: 0 }) {
  return raw<boolean>`(at, sequence) ${raw.raw(operator)} (${at}, ${sequence})`;
}

function containsText(search = '') {
  const pattern = `%${toSearchText(search).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return raw<boolean>`search_text like ${pattern} escape '\\'`;
}

function matchesFilter({ search_text: text, action }: Row, { search = '', kind }: AuditFilter): boolean {
  return text.includes(toSearchText(search)) && (kind === undefined || actionsOf(kind).includes(action));
}

function actionsOf(kind: AuditKind | undefined): readonly AuditAction[] {
  return kind === undefined ? [] : actionsOfKind(kind);
}

function positionOf(cursor: string): Position {
  const [at, sequence] = cursor.split('.');
  return { at: Number(at), sequence: Number(sequence) };
}

const Values = z.record(z.string(), z.unknown());

function eventOfRow(row: ShownRow): AuditEvent {
  const valuesOf = (text: string | null) => (text === null ? null : Values.parse(JSON.parse(text)));
  return {
    sequence: row.sequence,
    at: toIsoTime(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    object: row.object_kind === null ? null : { kind: row.object_kind, id: row.object_id, name: row.object_name },
    clientUUID: row.client_uuid,
    before: valuesOf(row.old_values),
    after: valuesOf(row.new_values),
    address: row.address,
    partOf: row.part_of,
  };
}
