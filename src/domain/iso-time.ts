/** In a list of periods the end of one is the beginning of the next, and a time takes longer to format than to compare. */
let newest = { epochMs: 0, text: new Date(0).toISOString() };

/** Converts epoch milliseconds to ISO 8601 in UTC. Null stays null. */
export function toIsoTime(epochMs: number): string;
export function toIsoTime(epochMs: number | null): string | null;
export function toIsoTime(epochMs: number | null): string | null {
  if (epochMs === null) return null;
  if (epochMs !== newest.epochMs) newest = { epochMs, text: new Date(epochMs).toISOString() };
  return newest.text;
}
