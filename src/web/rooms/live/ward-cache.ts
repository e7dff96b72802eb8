/**
 * What was last known of a ward, kept for this tab: after a reload during an outage it lies greyed
 * on the board instead of nothing. It never outlives the tab or the sign-in.
 */
import * as z from 'zod/mini';
import { Stream } from '../../../contract/entities.ts';

const prefix = 'room-status:ward:';

const LastKnown = z.object({ asOf: z.number(), streams: z.array(Stream) });

/** The streams of a ward and when they were last known to be true, epoch milliseconds. */
export type LastKnown = z.infer<typeof LastKnown>;

export function readWardCache(storage: Storage, wardUuid: string): LastKnown | undefined {
  const text = storage.getItem(prefix + wardUuid);
  if (text === null) return undefined;
  try {
    return LastKnown.parse(JSON.parse(text));
  } catch {
    // An earlier version wrote something else: what cannot be read is not known.
    storage.removeItem(prefix + wardUuid);
    return undefined;
  }
}

export function writeWardCache(storage: Storage, wardUuid: string, known: LastKnown): void {
  try {
    storage.setItem(prefix + wardUuid, JSON.stringify(known));
  } catch (error) {
    console.warn('The rooms could not be kept for a reload, reason:', error);
  }
}

/** At sign-out nothing of the rooms may stay in the tab. */
export function clearWardCaches(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key);
}
