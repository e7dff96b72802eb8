/** What is refused or dropped is counted each time, and logged with its reason: of the same kind once a minute. */

/** More kinds than that are not told apart within a minute. */
const mostKinds = 1_000;
const quietMs = 60_000;
/** A product says much that is of no use here: to be counted, not to fill the log. */
const onlyCounted = new Set(['not-in-preset']);
const complaintText = 'messages of MQTT are not taken';

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

  return (reason, details, error) => {
    count(reason);
    if (onlyCounted.has(reason)) return;
    if (!(Math.abs(now() - since) < quietMs)) {
      since = now();
      told.clear();
    }
    const kind = `${reason} ${details.topic}`;
    if (told.has(kind) || told.size >= mostKinds) return;
    told.add(kind);
    log.warn({ reason, ...details, ...(error !== undefined && { err: error }) }, complaintText);
  };
}
