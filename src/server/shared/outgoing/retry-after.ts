const maxRetryAfterMs = 3_600_000;

/**
 * The delay that a header Retry-After asks for, in milliseconds, an hour at most. It has seconds or a date (RFC 9110,
 * section 10.2.3). Null: there is none.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}
