/** The search of the audit log as the query of its calls. */

export interface AuditFilter {
  readonly search: string;
  /** Days as `2026-03-01`, in the time zone of this device. Both are included. Empty: no limit. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: AuditFilter = { search: '', from: '', to: '' };

export function queryOf({ search, from, to }: AuditFilter): Readonly<Record<string, string>> {
  const first = startOfDay(from, 0);
  const end = startOfDay(to, 1);
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(first !== undefined && { from: first }),
    ...(end !== undefined && { to: end }),
  };
}

/** The first instant of a day, some days later. Undefined: no day is entered. */
function startOfDay(day: string, laterDays: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date + laterDays);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
