/** What is refused or dropped is counted each time, and logged with its reason: of the same kind once a minute. */
import { createThrottledLog, type WarnLog } from '../../shared/throttled-log.ts';
import { type UnknownDevice, describeUnknownDevice } from './message.ts';

/** A product says much that is of no use here: to be counted, not to fill the log. */
const onlyCounted = new Set(['not-in-preset']);
/** Topics are the sender's own words. */
const longestTopic = 200;

/** For whoever has to put it right. What is not here says it by its error, or by its name. */
const words: Readonly<Record<string, string>> = {
  'foreign-topic':
    'nothing reads this topic; it is roomstatus/{location}/{room}/status or .../availability, in small letters, or beneath the topic of a connection',
  unauthenticated: 'the password is no device key that holds',
  'revoked-key': 'its key was taken back, and its connection is closed',
  'foreign-subscription': 'its key may not listen there',
  'too-large': 'a packet is too long, and its connection is closed',
  'broker-away': 'the broker of MQTT_URL cannot be reached; it is tried again',
  'broker-refused': 'the broker of MQTT_URL refuses the user or password in it',
  'broker-lost': 'the broker of MQTT_URL closed the connection; it is tried again',
};

/** `topic` tells one kind from another, and so does the device; for a connection it is the address. */
export type LogRefusal = (
  said: string | UnknownDevice,
  details: { readonly topic: string; readonly device?: string },
  error?: unknown,
) => void;

export function createRefusalLog(options: {
  readonly count: (reason: string) => void;
  readonly log: WarnLog;
  readonly now: () => number;
}): LogRefusal {
  const { count, log, now } = options;
  const say = createThrottledLog(now);

  return (said, { topic, device = '' }, error) => {
    const reason = typeof said === 'string' ? said : said.kind;
    count(reason);
    if (onlyCounted.has(reason)) return;
    const cut = topic.slice(0, longestTopic);
    const details = { reason, topic: cut, ...(error !== undefined && { err: error }) };
    const message = reason === 'throttled' ? 'messages of MQTT are slowed down' : 'messages of MQTT are not taken';
    const why = typeof said === 'string' ? words[said] : describeUnknownDevice(said);
    say(log, {
      device,
      // The message names the device.
      kind: `${reason} ${cut}`,
      details,
      message: why === undefined ? message : `${message}: ${why}${said === 'broker-refused' ? reasonOf(error) : ''}`,
    });
  };
}

/** In the broker's own words. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? ` (${error.message})` : '';
}
