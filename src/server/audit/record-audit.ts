/** Writes the audit log. */
import type { Insertable, Kysely } from 'kysely';
import type { AuditAction, AuditActorKind, AuditObjectKind } from '../../domain/audit.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Schema } from '../database/schema.ts';

export interface AuditActor {
  readonly kind: AuditActorKind;
  /** The subject of a user, the operator's name in the operating system, or the id of a device key or a wall board. */
  readonly id: string | null;
  readonly name: string | null;
  /** The address that the request came from. */
  readonly address: string | null;
}

interface AuditObject {
  readonly kind: AuditObjectKind;
  readonly id: string | null;
  readonly name: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/** Who makes a change, and when. */
export interface AuditSource {
  readonly actor: AuditActor;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface AuditEntry extends AuditSource {
  readonly action: AuditAction;
  readonly object?: AuditObject;
  /** The client that the object belongs to. Null: only administrators of everything see the event. */
  readonly clientUUID: string | null;
  /** The changed values before the change. Never a secret. */
  readonly before?: Values | undefined;
  /** The changed values after the change. Never a secret. */
  readonly after?: Values | undefined;
  /** The id of the object of the event that this event is a part of. */
  readonly partOf?: string | undefined;
  /** Further texts by which a search finds the event. The place in `before` or `after` is included already. */
  readonly searched?: readonly string[];
}

/** Writes events. Call it in the transaction of the change, so that neither can exist without the other. */
export async function recordAudit(query: Kysely<Schema>, ...entries: readonly AuditEntry[]): Promise<void> {
  for (const batch of splitIntoBatches(entries)) {
    await query.insertInto('audit_event').values(batch.map(toAuditRow)).execute();
  }
}

/** The row of an event, for code that writes without the query builder. */
export function toAuditRow(entry: AuditEntry): Insertable<Schema['audit_event']> {
  const { at, actor, action, object, clientUUID, before, after, partOf } = entry;
  assertNoSecret(before);
  assertNoSecret(after);
  return {
    at,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    object_kind: object?.kind ?? null,
    object_id: object?.id ?? null,
    object_name: object?.name ?? null,
    client_uuid: clientUUID,
    old_values: before === undefined ? null : JSON.stringify(before),
    new_values: after === undefined ? null : JSON.stringify(after),
    address: actor.address,
    search_text: searchTextOf(entry),
    part_of: partOf ?? null,
  };
}

function searchTextOf({ actor, action, object, before, after, searched = [] }: AuditEntry): string {
  const ofObject = [object?.name, object?.id, before?.place, after?.place];
  const texts = [actor.name, actor.id, actor.address, action, ...ofObject, ...searched];
  return toSearchText(texts.filter((text) => typeof text === 'string').join('\n'));
}

/** Converts a text to lower case for a search. SQL would ignore the case of ASCII letters only. */
export function toSearchText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * Throws if a value has the name of a secret. Such a value is a bug, which fails in every test of the call that would
 * store it.
 */
function assertNoSecret(values: Values | undefined): void {
  const isSecret = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && /password|secret|token|hash/i.test(name);
  const [name] = Object.entries(values ?? {}).find(isSecret) ?? [];
  if (name !== undefined) throw new Error(`the audit log must not contain ${name}`);
}
