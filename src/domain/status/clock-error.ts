/**
 * Whether the server's clock is wrong, by the times that devices send. A device whose clock is wrong is alone; a gateway
 * that delivers what it kept during an outage is late by less and less; only a wrong clock of the server, or of the
 * gateway of most rooms, makes most rooms late or early by the same time for minutes.
 */

/** The newest times of one room that differ from the server's clock by about the same. Epoch milliseconds. */
export interface SteadyError {
  /** By how much the server's clock was ahead of the first of these times. Negative: behind. */
  readonly errorMs: number;
  /** When the first and the newest of them were received. */
  readonly since: number;
  readonly last: number;
}

/** Times that were received longer ago say nothing about the clock of now. */
const windowMs = 15 * 60_000;
/** A smaller error leaves every report on the card. */
const minErrorMs = 5 * 60_000;
const similarMs = 30_000;
const minDurationMs = 3 * 60_000;

/** Adds a time `at` that a room sent. */
export function withTime(before: SteadyError | undefined, at: number, receivedAt: number): SteadyError {
  const errorMs = receivedAt - at;
  return before !== undefined && isSimilar(before.errorMs, errorMs)
    ? { ...before, last: receivedAt }
    : { errorMs, since: receivedAt, last: receivedAt };
}

/** The received times of before a step of the clock count as old too. */
export function isRecent({ last }: SteadyError, now: number): boolean {
  return Math.abs(now - last) <= windowMs;
}

/** By how much the server's clock is ahead of that of most rooms. Negative: behind. Null: nothing says that it is wrong. */
export function clockErrorOf(rooms: readonly SteadyError[], now: number): number | null {
  const recent = rooms.filter((room) => isRecent(room, now)).toSorted((one, other) => one.errorMs - other.errorMs);
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
