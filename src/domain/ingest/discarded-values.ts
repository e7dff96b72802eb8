/**
 * The values and statuses that were discarded because they are from before an outage. A broker repeats its retained
 * messages when a server starts to read it, and these messages do not bring back what was discarded.
 */
import type { OfflineSources } from '../source.ts';
import { type MessageOfSource, type IncomingItem, ownProtocolSource } from './incoming.ts';

interface DiscardedValue {
  readonly value: string;
  /** When the value was discarded, in epoch milliseconds. */
  readonly at: number;
}

/** The discarded values by the name of the value, or of the source that reported the status (`statusNameOf`). */
export type DiscardedValues = Readonly<Record<string, DiscardedValue>>;

/** The name of the status that a source has reported. A space keeps it apart from the names of values. */
export function statusNameOf(source: string): string {
  return `${source} status`;
}

interface Discarding {
  readonly discarded: DiscardedValues;
  readonly offlineSources: OfflineSources;
}

/** Whether a retained message only repeats a discarded value. Another value, or one with a later time, is new. */
export function isDiscarded(
  { discarded, offlineSources }: Discarding,
  name: string,
  value: string,
  { source = ownProtocolSource, isRetained, provesOnline, sentAt }: MessageOfSource,
): boolean {
  const before = discarded[name];
  if (isRetained !== true || before === undefined || before.value !== value) return false;
  // A broker keeps one message for each topic, so this value has replaced the message that the source is offline.
  if (provesOnline === true && Object.hasOwn(offlineSources, source)) return false;
  return sentAt === undefined || sentAt <= before.at;
}

/** The message without the observed values that were discarded. */
export function removeDiscardedValues(state: Discarding, incoming: IncomingItem): IncomingItem {
  if (incoming.kind !== 'observation') return incoming;
  const known = Object.entries(incoming.values);
  const values = known.filter(([name, value]) => !isDiscarded(state, name, value, incoming));
  return values.length === known.length ? incoming : { ...incoming, values: Object.fromEntries(values) };
}

/** Removes the values that a device has reported again. Returns the same object if nothing changes. */
export function removeReportedValues(discarded: DiscardedValues, names: readonly string[]): DiscardedValues {
  if (!names.some((name) => Object.hasOwn(discarded, name))) return discarded;
  return Object.fromEntries(Object.entries(discarded).filter(([name]) => !names.includes(name)));
}
