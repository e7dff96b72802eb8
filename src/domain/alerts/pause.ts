/** Pauses of the alerts of a room, and their history. */
import type { AlertActor, AlertUser } from './alert.ts';

/** Staff care for the resident and will be seen doing so. */
export interface Pause {
  readonly by: AlertUser;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly until: number;
}

/** `resumed`: a user has ended the pause. `ended`: its time was over. */
export type PauseEventName = 'paused' | 'resumed' | 'ended';

/** One entry of the history of a room's pauses. */
export interface PauseEvent {
  readonly event: PauseEventName;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: AlertActor;
  /** When the pause will end by itself. Null: it has ended. Epoch milliseconds. */
  readonly until: number | null;
}

export function pauseBegun({ by, since, until }: Pause): PauseEvent {
  return { event: 'paused', at: since, by, until };
}

export function pauseEnded(by: AlertActor, at: number): PauseEvent {
  return { event: by.kind === 'user' ? 'resumed' : 'ended', at, by, until: null };
}
