/** Carries live updates from whoever received a report to whoever has viewers, across processes. */
import type { StreamUpdate } from '../../domain/stream.ts';

export interface WardUpdate {
  readonly wardUUID: string;
  readonly update: StreamUpdate;
}

export type WardListener = (updates: readonly StreamUpdate[]) => void;

export interface Bus {
  /**
   * Hands updates on, in order. Never throws and never waits: the state is already in the database,
   * so a lost update is repaired from there.
   */
  publish(updates: readonly WardUpdate[]): void;
  /** Only of this ward; other processes send what is subscribed to, and nothing else. Returns the unsubscribe. */
  subscribe(wardUUID: string, listener: WardListener): () => void;
  /** Called when updates may have been lost: the connection is back. Returns the unsubscribe. */
  onReconnect(listener: () => void): () => void;
  /** Whether updates can be lost on the way, or come from elsewhere. */
  readonly isShared: boolean;
  /** Whether other processes can be reached now. */
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface BusLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
