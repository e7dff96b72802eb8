import type { Generated } from 'kysely';
import type { AuditAction, AuditActorKind, AuditObjectKind } from '../../../domain/audit.ts';

/**
 * Who did what. Triggers refuse to change a row, and to delete one that is younger than 90 days. What a row refers to
 * may have been removed.
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
  /** Null: only administrators of everything see the event. */
  client_uuid: string | null;
  /** JSON of the changed values, before and after; null: none. */
  old_values: string | null;
  new_values: string | null;
  address: string | null;
  /** The names and ids in lower case. */
  search_text: string;
}
