/**
 * Detects a wrong clock of the server from the times that devices send. A device with a wrong clock differs alone, and
 * a gateway that delivers stored messages catches up. When most rooms differ by the same time for minutes, the clock of
 * the server, or of the gateway of most rooms, is wrong.
 */

/** Recent times of one room that all differ from the server's clock by about the same amount. Epoch milliseconds. */
export interface SteadyClockError {
  /** By how much the server's clock was ahead of the first time of the room. Negative: behind. */
  readonly errorMs: number;
  /** When the first and the newest time of the room were received. */
  readonly since: number;
  readonly last: number;
}

/** Older times are ignored, because the clock may have been corrected since. */
const windowMs = 15 * 60_000;
/** A smaller error is ignored. It makes no report late, so every card stays correct. */
const minErrorMs = 5 * 60_000;
const similarMs = 30_000;
const minDurationMs = 3 * 60_000;

/** Adds a time `at` that a room sent. */
export function addReceivedTime(
  before: SteadyClockError | undefined,
  at: number,
  receivedAt: number,
): SteadyClockError {
  const errorMs = receivedAt - at;
  return before !== undefined && isSimilar(before.errorMs, errorMs)
    ? { ...before, last: receivedAt }
    : { errorMs, since: receivedAt, last: receivedAt };
}

/** Whether the time is recent. Times that were received before the clock was set count as old too. */
export function isClockErrorRecent({ last }: SteadyClockError, now: number): boolean {
  return Math.abs(now - last) <= windowMs;
}

/** By how much the server's clock is ahead of those of most rooms. Negative: behind. Null: it seems right. */
export function clockErrorOf(rooms: readonly SteadyClockError[], now: number): number | null {
  const recent = rooms
    .filter((room) => isClockErrorRecent(room, now))
    .toSorted((one, other) => one.errorMs - other.errorMs);
  const errorMs = recent[Math.floor(recent.length / 2)]?.errorMs ?? 0;
  if (Math.abs(errorMs) <= minErrorMs) return null;
  const alike = recent.filter((room) => isSimilar(room.errorMs, errorMs));
  if (alike.length < 2 || alike.length * 2 <= recent.length) return null;
  const since = Math.min(...alike.map((room) => room.since));
  const last = Math.max(...alike.map((room) => room.last));
  return last - since >= minDurationMs ? errorMs : null;
}

function isSimilar(errorMs: number, other: number): boolean {
  return Math.abs(errorMs - other) <= similarMs;
}
