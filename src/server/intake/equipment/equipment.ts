/** All connections of the equipment file together, as the ways in see them. */
import type { Message, Reading } from '../mqtt/message.ts';

export interface Equipment {
  /** Topic filters of what is read. */
  readonly filters: readonly string[];
  /** The name of the connection that a topic belongs to; undefined: to none. */
  connectionOf(topic: string): string | undefined;
  /** Undefined: the message belongs to none. */
  read(message: Message): Reading | undefined;
}

export const noEquipment: Equipment = { filters: [], connectionOf: () => undefined, read: () => undefined };
