/**
 * What is refused or dropped is counted each time, and logged with its reason: of the same kind once a minute, and
 * of each device so many kinds, so that none can fill the log or keep the others out of it.
 */

/** More kinds than that are not told apart within a minute. */
const mostKinds = 1_000;
const mostKindsOfOne = 50;
/** Topics are the sender's own words. */
const longestTopic = 200;
const quietMs = 60_000;
/** A product says much that is of no use here: to be counted, not to fill the log. */
const onlyCounted = new Set(['not-in-preset']);
const slowedDown = 'throttled';

/** `topic` tells one kind from another; for a connection it is the address. */
export type Complain = (
  reason: string,
  details: { readonly topic: string; readonly device?: string },
  error?: unknown,
) => void;

export function createComplaints(options: {
  readonly count: (reason: string) => void;
  readonly log: { warn(details: object, message: string): void };
  readonly now: () => number;
}): Complain {
  const { count, log, now } = options;
  let since = -Infinity;
  const told = new Set<string>();
  const toldOf = new Map<string, number>();

  return (reason, { topic, device = '' }, error) => {
    count(reason);
    if (onlyCounted.has(reason)) return;
    if (!(Math.abs(now() - since) < quietMs)) {
      since = now();
      told.clear();
      toldOf.clear();
    }
    const cut = topic.slice(0, longestTopic);
    const kind = `${reason} ${device} ${cut}`;
    const ofOne = toldOf.get(device) ?? 0;
    if (told.has(kind) || told.size >= mostKinds || ofOne > mostKindsOfOne) return;
    toldOf.set(device, ofOne + 1);
    const sender = device === '' ? {} : { device };
    if (ofOne === mostKindsOfOne) return log.warn(sender, 'more messages of MQTT are not taken: see the metrics');
    told.add(kind);
    const message = reason === slowedDown ? 'messages of MQTT are slowed down' : 'messages of MQTT are not taken';
    log.warn({ reason, topic: cut, ...sender, ...(error !== undefined && { err: error }) }, message);
  };
}
