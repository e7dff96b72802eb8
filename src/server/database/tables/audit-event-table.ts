import type { Generated } from 'kysely';
import type { AuditAction, AuditActorKind, AuditObjectKind } from '../../../domain/audit.ts';

/** The columns of the audit log, except the sequence that the database assigns. */
export const auditEventColumns = [
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'object_kind',
  'object_id',
  'object_name',
  'client_uuid',
  'old_values',
  'new_values',
  'address',
  'search_text',
  'part_of',
] as const satisfies readonly (keyof AuditEventTable)[];

/**
 * The audit log. Triggers refuse to change a row, and to delete one that is younger than 90 days. The objects and users
 * of an event may be removed.
 */
export interface AuditEventTable {
  sequence: Generated<number>;
  at: number;
  actor_kind: AuditActorKind;
  actor_id: string | null;
  actor_name: string | null;
  action: AuditAction;
  object_kind: AuditObjectKind | null;
  object_id: string | null;
  object_name: string | null;
  /** The client that the event concerns. Null: only administrators of everything see the event. */
  client_uuid: string | null;
  /** JSON of the changed values, before and after; null: none. */
  old_values: string | null;
  new_values: string | null;
  address: string | null;
  /** The names, ids and places of the event in lower case, for the search. */
  search_text: string;
  /** The id of the object of the event that this event is a part of. Null: it is part of no other event. */
  part_of: string | null;
}
