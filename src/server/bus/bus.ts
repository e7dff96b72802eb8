/** The bus carries live updates from the process that received a report to the processes with viewers of the ward. */
import type { StreamUpdate } from '../../domain/stream.ts';

export interface WardUpdate {
  readonly wardUUID: string;
  readonly update: StreamUpdate;
}

export type WardSubscriber = (updates: readonly StreamUpdate[]) => void;

export type NoticeListener = (wardUuids: readonly string[]) => void;

export interface Bus {
  /**
   * Publishes updates in order. Never throws and never waits. An update may be lost; reconciliation with the database
   * delivers it then.
   */
  publish(updates: readonly WardUpdate[]): void;
  /**
   * Subscribes to the updates of a ward. A process has at most one subscriber for each ward. Returns the unsubscribe
   * function.
   */
  subscribe(wardUUID: string, subscriber: WardSubscriber): () => void;
  /**
   * Tells the other processes that places, rooms or their rules have changed. The message may be lost; reconciliation
   * finds the change then.
   */
  publishHomeChange(): void;
  /** Calls `listener` when another process has published a change of the home. A process has one listener. */
  onHomeChange(listener: () => void): void;
  /**
   * Tells all processes, also this one, that what is stored about the messages of these wards or the people on duty has
   * changed. The message may be lost; boards ask again every 20 s.
   */
  publishNoticeChange(wardUuids: readonly string[]): void;
  /** Calls `listener` after each change. A process has one listener. */
  onNoticeChange(listener: NoticeListener): void;
  /** Whether several processes use the bus. If so, updates can be lost. */
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
