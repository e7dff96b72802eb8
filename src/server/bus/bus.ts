/** Carries live updates from whoever received a report to whoever has viewers, across processes. */
import type { StreamUpdate } from '../../domain/stream.ts';

export interface WardUpdate {
  readonly wardUUID: string;
  readonly update: StreamUpdate;
}

export type WardUpdateListener = (updates: readonly WardUpdate[]) => void;

export interface Bus {
  /**
   * Hands updates on, in order. Never throws and never waits: the state is already in the database,
   * so a lost update is repaired by the next list answer.
   */
  publish(updates: readonly WardUpdate[]): void;
  /** Returns the unsubscribe. */
  subscribe(listener: WardUpdateListener): () => void;
  close(): Promise<void>;
}
