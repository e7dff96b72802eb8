/** What has waited for a process that is gone is not as new as its receipt. */
import { isRefusal } from '../../parse-report.ts';
import { isUnroutable, type Message, type ParsedMessage } from '../message.ts';

/** What says its own time is as old as that. */
export function asWaited(reading: ParsedMessage, { queuedSince }: Message): ParsedMessage {
  if (queuedSince === undefined || isUnroutable(reading)) return reading;
  return reading.map((item) => {
    if (isRefusal(item)) return item;
    return {
      ...item,
      incoming: (streamUUID) => {
        const incoming = item.incoming(streamUUID);
        return incoming.kind === 'report' || incoming.kind === 'observation' ? { ...incoming, queuedSince } : incoming;
      },
    };
  });
}
