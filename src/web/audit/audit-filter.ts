/** Converts the search form of the audit log to the query of its calls. */
import type { AuditKind } from '../../domain/audit.ts';

export interface AuditFilter {
  readonly search: string;
  /** The kind of events. Undefined: all kinds. */
  readonly kind?: AuditKind | undefined;
  /** The first and the last day as `2026-03-01`, in the time zone of the browser. Empty: no limit. */
  readonly from: string;
  readonly to: string;
}

export const emptyFilter: AuditFilter = { search: '', from: '', to: '' };

export function filterQueryOf({ search, kind, from, to }: AuditFilter): Readonly<Record<string, string>> {
  const first = startOfDay(from, 0);
  const end = startOfDay(to, 1);
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(kind !== undefined && { kind }),
    ...(first !== undefined && { from: first }),
    ...(end !== undefined && { to: end }),
  };
}

/** The ISO time at which a typed day starts, moved by `laterDays` days. Undefined: no day is entered. */
function startOfDay(day: string, laterDays: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date + laterDays);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
