/** One MQTT message, and what it is parsed into. */
import type { ParsedItem, Refusal } from './parse-report.ts';

export interface Message {
  readonly topic: string;
  readonly payload: Uint8Array;
  /**
   * For a message that the broker had retained: the time of our subscription in epoch milliseconds. Null for a message
   * that was published just now.
   */
  readonly retainedAt: number | null;
}

/** A device that no room of its connection names. */
export interface UnknownDevice {
  readonly kind: 'unknown-device';
  /** The name and the role of the device. Empty if the message has none. */
  readonly device: string;
  readonly connection: string;
  /** The ways in which a room of the connection can name the device. Empty if the message would change no room. */
  readonly uses: readonly DeviceUse[];
  /** The beginning of the message. */
  readonly text: string;
}

/** One way to use a device in a room. */
export interface DeviceUse {
  /** The names by role, as in a connection, such as `{ bed: 'mat_13' }`. */
  readonly names: Readonly<Record<string, string>>;
  /** The status code that the message would give. Undefined: none. */
  readonly status: number | undefined;
  /** The observed value that gives the status, such as `fall`. Undefined: the message reports a status directly. */
  readonly value?: string | undefined;
}

/**
 * Why a message concerns no room. `not-in-preset`: the preset of its connection does not use the topic.
 * `ignored-by-preset`: a case of the preset ignores the message. `empty-payload`: it deletes a retained message.
 */
export type UnroutableMessage =
  | 'foreign-topic'
  | 'not-in-preset'
  | 'ignored-by-preset'
  | 'empty-payload'
  | UnknownDevice;

/** The result of parsing a message: one item per room that it concerns, and at least one. */
export type ParsedMessage = readonly (ParsedItem | Refusal)[] | UnroutableMessage;

export type ParseMessage = (message: Message) => ParsedMessage;

export function isUnroutableMessage(parsed: ParsedMessage): parsed is UnroutableMessage {
  return !Array.isArray(parsed);
}

/** The reason in English. `room`: the word "room", or a phrase that says which rooms were searched. */
export function describeUnknownDevice({ device, connection }: UnknownDevice, room = 'room'): string {
  const subject = device === '' ? 'a device without a name' : `device ${device}`;
  return `${subject} is in no ${room} of "${connection}"; names are case-sensitive`;
}
