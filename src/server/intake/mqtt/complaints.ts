/** What is refused or dropped is counted each time, and logged with its reason: of the same kind once a minute. */
import { createQuietLog, type WarnLog } from '../../http/quiet-log.ts';

/** A product says much that is of no use here: to be counted, not to fill the log. */
const onlyCounted = new Set(['not-in-preset']);
/** Topics are the sender's own words. */
const longestTopic = 200;

/** `topic` tells one kind from another; for a connection it is the address. */
export type Complain = (
  reason: string,
  details: { readonly topic: string; readonly device?: string },
  error?: unknown,
) => void;

export function createComplaints(options: {
  readonly count: (reason: string) => void;
  readonly log: WarnLog;
  readonly now: () => number;
}): Complain {
  const { count, log, now } = options;
  const say = createQuietLog(now);

  return (reason, { topic, device = '' }, error) => {
    count(reason);
    if (onlyCounted.has(reason)) return;
    const cut = topic.slice(0, longestTopic);
    const details = { reason, topic: cut, ...(error !== undefined && { err: error }) };
    const message = reason === 'throttled' ? 'messages of MQTT are slowed down' : 'messages of MQTT are not taken';
    say(log, { device, kind: `${reason} ${cut}`, details, message });
  };
}
