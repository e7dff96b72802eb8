/** One message of a broker, and what is made of it. */
import type { ForRoom, Refusal } from '../parse-report.ts';

export interface Message {
  readonly topic: string;
  readonly payload: Uint8Array;
  /**
   * The broker had kept it, and repeats it: when we asked for what it keeps, epoch milliseconds.
   * Null: it is news.
   */
  readonly retainedAt: number | null;
  /** It has waited for a process that is gone: not longer than since then, epoch milliseconds. */
  readonly waitedSince?: number;
}

/**
 * What is for which rooms; nothing when it says nothing. Else why it is for none: not a topic that anything here
 * reads, none that the preset of its connection reads, or of a device that no room of the connection has.
 */
export type Reading = readonly (ForRoom | Refusal)[] | 'foreign-topic' | 'not-in-preset' | 'unknown-device';

export type ReadMessage = (message: Message) => Reading;

/** What a device has just published. */
export function messageOf({ topic, payload }: { readonly topic: string; readonly payload: string | Buffer }): Message {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  return { topic, payload: bytes, retainedAt: null };
}
