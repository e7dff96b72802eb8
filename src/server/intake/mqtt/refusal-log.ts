/** Counts every refused or dropped message, and logs each kind at most once a minute. */
import { toLogEvent } from '../../shared/recent-events.ts';
import { createThrottledLog, type WarnLog } from '../../shared/throttled-log.ts';
import { describeUnknownDevice, type UnknownDevice } from '../../messages/message.ts';

/** A client chooses its topics, so the log contains at most this number of characters of a topic. */
export const maxTopicLength = 200;

/** Refusals that are counted and not logged, because products publish many messages that no preset needs. */
const expectedReasons: ReadonlySet<string> = new Set(['not-in-preset', 'ignored-by-preset', 'empty-payload']);

/** Explanations for the operator. A reason that is not listed here is clear by itself or comes with an error. */
const explanations: Readonly<Record<string, string>> = {
  'foreign-topic':
    'the topic must be roomstatus/{location}/{room}/status or .../availability in lower case, or below the topic of a connection',
  unauthenticated: 'the password is not a valid device key',
  'unsupported-version': 'the client speaks MQTT 5 and the embedded broker only 3.1.1; set the client to 3.1.1',
  'revoked-key': 'the device key was revoked, so its connection was closed',
  moved: 'the rooms of the device key have moved to another server; give the device the address of its broker',
  'refused-subscription': 'the embedded broker only receives, so clients cannot subscribe',
  'too-large': 'the packet is too large, so its connection was closed',
  'broker-away': 'the external broker cannot be reached; connecting is retried',
  'broker-refused': 'the external broker refuses the user name or password',
  'broker-lost': 'the external broker closed the connection; connecting is retried',
};

/**
 * Each combination of reason, topic and device is throttled separately. For a connection `topic` is its address, and
 * `clientId` its id at the external broker.
 */
export type LogRefusal = (
  refusal: string | UnknownDevice,
  details: { readonly topic: string; readonly device?: string; readonly clientId?: string },
  error?: unknown,
) => void;

export function createRefusalLog(options: {
  readonly count: (reason: string) => void;
  readonly log: WarnLog;
  readonly now: () => number;
}): LogRefusal {
  const { count, log, now } = options;
  const warn = createThrottledLog(now);

  return (refusal, { topic, device = '', clientId }, error) => {
    const reason = typeof refusal === 'string' ? refusal : refusal.kind;
    count(reason);
    if (expectedReasons.has(reason)) return;
    const shortTopic = topic.slice(0, maxTopicLength);
    const summary = reason === 'throttled' ? 'MQTT messages are throttled' : 'MQTT messages are refused';
    const explanation = typeof refusal === 'string' ? explanations[refusal] : describeUnknownDevice(refusal);
    warn(log, {
      device,
      kind: `${reason} ${shortTopic}`,
      details: {
        reason,
        topic: shortTopic,
        ...(clientId !== undefined && { clientId }),
        ...eventOf(reason, shortTopic),
        ...(error !== undefined && { err: error }),
      },
      message: explanation === undefined ? summary : `${summary}: ${explanation}`,
    });
  };
}

const brokerEvents = ['broker-away', 'broker-refused', 'broker-lost'] as const;

/** Returns the event of the system status. `broker`: its address, without a password. */
function eventOf(reason: string, broker: string): object {
  const event = brokerEvents.find((one) => one === reason);
  return event === undefined ? {} : toLogEvent(event, broker);
}
