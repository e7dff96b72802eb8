/** One message of a broker, and what is made of it. */
import type { ParsedItem, Refusal } from '../parse-report.ts';

export interface Message {
  readonly topic: string;
  readonly payload: Uint8Array;
  /**
   * The broker had kept it, and repeats it: when we asked for what it keeps, epoch milliseconds.
   * Null: it is news.
   */
  readonly retainedAt: number | null;
  /** It has waited for a process that is gone: not longer than since then, epoch milliseconds. */
  readonly queuedSince?: number;
}

/** `device`: what it calls itself, and what that is, in words; empty: it says nothing of it. */
export interface UnknownDevice {
  readonly kind: 'unknown-device';
  readonly device: string;
  readonly connection: string;
}

/**
 * What is for which rooms; nothing when it says nothing. Else why it is for none: not a topic that anything here
 * reads, none that the preset of its connection reads, or of a device that no room of the connection has.
 */
export type ParsedMessage = readonly (ParsedItem | Refusal)[] | Unroutable;

export type Unroutable = 'foreign-topic' | 'not-in-preset' | UnknownDevice;

export function isUnroutable(reading: ParsedMessage): reading is Unroutable {
  return !Array.isArray(reading);
}

/** `room`: "room", with more words about which. */
export function describeUnknownDevice({ device, connection }: UnknownDevice, room = 'room'): string {
  const which = device === '' ? 'a device that it does not name' : `device ${device}`;
  return `${which} is in no ${room} of "${connection}"; letter case counts`;
}

export type ParseMessage = (message: Message) => ParsedMessage;

/** What a device has just published. */
export function messageOf({ topic, payload }: { readonly topic: string; readonly payload: string | Buffer }): Message {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  return { topic, payload: bytes, retainedAt: null };
}
