/** Converts the search form of the audit log to the query of its calls. */
import type { AuditKind } from '../../domain/audit.ts';

export interface AuditFilter {
  readonly search: string;
  /** The kind of events. Undefined: all kinds. */
  readonly kind?: AuditKind | undefined;
  /** The first and the last day as `2026-03-01`, in the time zone of the log. Empty: no limit. */
  readonly from: string;
  readonly to: string;
}

export const emptyFilter: AuditFilter = { search: '', from: '', to: '' };

export function filterQueryOf({ search, kind, from, to }: AuditFilter): Readonly<Record<string, string>> {
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(kind !== undefined && { kind }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
}
