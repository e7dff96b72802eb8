/**
 * The newest messages below a topic, for an administrator who looks at them. Nothing is recorded while nobody looks. An
 * external broker gets a connection of its own for it, so that the reader of reports is not involved: it shows also
 * messages that no connection reads yet, and works at every server.
 */
import type { MqttClient } from 'mqtt';
import type { Message } from '../../mqtt/message.ts';
import { type Connection, postedTopic } from '../connection.ts';
import type { ListenProblem } from './broker-subscription.ts';

export interface RecordedMessage {
  readonly sequence: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly isRetained: boolean;
  /** The name of the connection, if the message was posted by HTTP. */
  readonly postedTo?: string | undefined;
}

/** A message that nobody subscribed to. */
type OfferedMessage = Pick<Message, 'topic' | 'payload'> & Pick<RecordedMessage, 'postedTo'>;

export type TopicListeners = ReturnType<typeof createTopicListeners>;

export interface TopicListenersOptions {
  /** The external broker. Contains a password. */
  readonly brokerUrl: string | undefined;
  readonly hasEmbeddedBroker: boolean;
  readonly now: () => number;
  /** For tests. */
  readonly idleMs?: number;
}

const maxListeners = 8;
const maxMessages = 50;
/** Of the messages of one listener. Some products send pictures. */
const maxBytes = 1_000_000;

interface Listener {
  readonly topic: string;
  messages: readonly RecordedMessage[];
  lastReadAt: number;
  problem: ListenProblem | null;
  client: MqttClient | undefined;
}

export function createTopicListeners({ brokerUrl, hasEmbeddedBroker, now, idleMs = 10_000 }: TopicListenersOptions) {
  const listeners = new Map<string, Listener>();
  let sequence = 0;
  let timer: NodeJS.Timeout | undefined;

  function record(listener: Listener, { topic, payload, postedTo }: OfferedMessage, isRetained: boolean): void {
    sequence += 1;
    const message = { sequence, at: now(), topic, payload, postedTo, isRetained };
    listener.messages = keepNewest([...listener.messages, message]);
  }

  function close(listener: Listener): void {
    listeners.delete(listener.topic);
    listener.client?.end(true);
  }

  function closeIdle(): void {
    for (const listener of listeners.values()) if (now() - listener.lastReadAt > idleMs) close(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function connectListener(url: string, listener: Listener): Promise<void> {
    const { subscribeAtBroker } = await import('./broker-subscription.ts');
    if (listeners.get(listener.topic) !== listener) return;
    listener.client = subscribeAtBroker(url, `${listener.topic}/#`, {
      onMessage: (message, isRetained) => record(listener, message, isRetained),
      onProblem: (problem) => {
        listener.problem = problem;
      },
    });
  }

  function open(topic: string): Listener {
    const [oldest] = [...listeners.values()].toSorted((a, b) => a.lastReadAt - b.lastReadAt);
    if (listeners.size >= maxListeners && oldest !== undefined) close(oldest);
    const hasBroker = hasEmbeddedBroker || brokerUrl !== undefined;
    const problem = hasBroker ? null : 'no-broker';
    const listener: Listener = { topic, messages: [], lastReadAt: now(), problem, client: undefined };
    listeners.set(topic, listener);
    if (brokerUrl !== undefined) void connectListener(brokerUrl, listener);
    timer ??= setInterval(closeIdle, Math.min(idleMs, 1_000)).unref();
    return listener;
  }

  return {
    /** The newest messages, the oldest first. The first call for a topic starts to listen. */
    read: (topic: string) => {
      const listener = listeners.get(topic) ?? open(topic);
      listener.lastReadAt = now();
      return { messages: listener.messages, problem: listener.problem };
    },
    /** Called for each message of the embedded broker, and for posted ones. */
    offer: (message: OfferedMessage): void => {
      if (listeners.size === 0) return;
      for (const listener of listeners.values()) {
        if (message.topic.startsWith(`${listener.topic}/`)) record(listener, message, false);
      }
    },
    /** Whether nobody looks. */
    isIdle: () => listeners.size === 0,
    close: (): void => {
      for (const listener of listeners.values()) close(listener);
      clearInterval(timer);
    },
  };
}

/** Shows a JSON body that was posted to a connection. */
export function offerPosted(
  { isIdle, offer }: Pick<TopicListeners, 'isIdle' | 'offer'>,
  { name, topic }: Pick<Connection, 'name' | 'topic'>,
  json: unknown,
): void {
  // Most of the time nobody looks, and the text is not needed.
  if (isIdle()) return;
  offer({ topic: `${topic}/${postedTopic}`, payload: Buffer.from(JSON.stringify(json ?? null)), postedTo: name });
}

function keepNewest(messages: readonly RecordedMessage[]): readonly RecordedMessage[] {
  const kept = messages.slice(-maxMessages);
  let bytes = kept.reduce((sum, { payload }) => sum + payload.length, 0);
  while (bytes > maxBytes && kept.length > 1) bytes -= kept.shift()?.payload.length ?? 0;
  return kept;
}
