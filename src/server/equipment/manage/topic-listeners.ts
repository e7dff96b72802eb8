/**
 * Collects the newest messages below a topic while an administrator watches them. For an external broker a listener
 * opens its own connection, so that the reader of reports is not affected. A listener also shows messages that no
 * connection of the equipment reads yet, and works on every server process.
 */
import type { MqttClient } from 'mqtt';
import { type ExternalBroker, resolveBroker } from '../broker-address.ts';
import type { Message } from '../../messages/message.ts';
import { type Connection, postedTopic } from '../connection.ts';
import type { ListenProblem } from './broker-subscription.ts';

export interface RecordedMessage {
  readonly sequence: number;
  /** The time of receipt in epoch milliseconds. */
  readonly at: number;
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly isRetained: boolean;
  /** The name of the connection to which the message was posted by HTTP. Undefined: the message came by MQTT. */
  readonly postedTo?: string | undefined;
}

/** A message that arrived without a subscription: from the embedded broker, or posted. */
type OfferedMessage = Pick<Message, 'topic' | 'payload'> & Pick<RecordedMessage, 'postedTo'>;

export type TopicListeners = ReturnType<typeof createTopicListeners>;

export interface TopicListenersOptions {
  /** Returns the external broker in effect. */
  readonly broker: () => ExternalBroker | undefined;
  readonly hasEmbeddedBroker: boolean;
  readonly now: () => number;
  /** The time after which an unused listener ends. Only tests set it. */
  readonly idleMs?: number;
}

const maxListeners = 8;
const maxMessages = 50;
/** The maximum number of bytes that one listener keeps. Some products send pictures. */
const maxBytes = 1_000_000;

interface Listener {
  readonly topic: string;
  messages: readonly RecordedMessage[];
  lastReadAt: number;
  problem: ListenProblem | null;
  client: MqttClient | undefined;
  readonly broker: ExternalBroker | undefined;
}

function createListener(topic: string, more: Pick<Listener, 'lastReadAt' | 'problem' | 'broker'>): Listener {
  return { topic, messages: [], client: undefined, ...more };
}

export function createTopicListeners({ broker, hasEmbeddedBroker, now, idleMs = 10_000 }: TopicListenersOptions) {
  const listeners = new Map<string, Listener>();
  let sequence = 0;
  let timer: NodeJS.Timeout | undefined;

  function record(listener: Listener, { topic, payload, postedTo }: OfferedMessage, isRetained: boolean): void {
    sequence += 1;
    const message = { sequence, at: now(), topic, payload, postedTo, isRetained };
    listener.messages = limitToNewest([...listener.messages, message]);
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

  /** Starts a listener, in place of one that listens at a former broker. */
  function open(topic: string): Listener {
    const former = listeners.get(topic);
    if (former !== undefined) close(former);
    const [oldest] = [...listeners.values()].toSorted((a, b) => a.lastReadAt - b.lastReadAt);
    if (listeners.size >= maxListeners && oldest !== undefined) close(oldest);
    const external = broker();
    const problem = hasEmbeddedBroker || external !== undefined ? null : 'no-broker';
    const listener = createListener(topic, { lastReadAt: now(), problem, broker: external });
    listeners.set(topic, listener);
    if (external !== undefined) {
      const isOpen = () => listeners.get(topic) === listener;
      void connectListener(external, listener, { isOpen, record });
    }
    timer ??= setInterval(closeIdle, Math.min(idleMs, 1_000)).unref();
    return listener;
  }

  return {
    /** Returns the newest messages, the oldest first. The first call for a topic starts the listener. */
    read: (topic: string) => {
      const current = listeners.get(topic);
      const listener = current !== undefined && current.broker === broker() ? current : open(topic);
      listener.lastReadAt = now();
      return { messages: listener.messages, problem: listener.problem };
    },
    /** Call this for each message of the embedded broker and for each posted message. */
    offer: (message: OfferedMessage): void => {
      if (listeners.size === 0) return;
      for (const listener of listeners.values()) {
        if (message.topic.startsWith(`${listener.topic}/`)) record(listener, message, false);
      }
    },
    /** Whether no listener is active. */
    isIdle: () => listeners.size === 0,
    close: (): void => {
      for (const listener of listeners.values()) close(listener);
      clearInterval(timer);
    },
  };
}

interface ListenerPorts {
  readonly isOpen: () => boolean;
  readonly record: (listener: Listener, message: OfferedMessage, isRetained: boolean) => void;
}

async function connectListener(
  broker: ExternalBroker,
  listener: Listener,
  { isOpen, record }: ListenerPorts,
): Promise<void> {
  const { subscribeAtBroker } = await import('./broker-subscription.ts');
  const login = await resolveBroker(broker).catch(() => undefined);
  if (login === undefined) listener.problem = 'unreachable';
  if (login === undefined || !isOpen()) return;
  listener.client = subscribeAtBroker({ url: broker.url, login }, `${listener.topic}/#`, {
    onMessage: (message, isRetained) => record(listener, message, isRetained),
    onProblem: (problem) => {
      listener.problem = problem;
    },
  });
}

/** Offers a JSON body that was posted to a connection. */
export function offerPostedMessage(
  { isIdle, offer }: Pick<TopicListeners, 'isIdle' | 'offer'>,
  { name, topic }: Pick<Connection, 'name' | 'topic'>,
  json: unknown,
): void {
  // While no listener is active, which is most of the time, the text is not formatted.
  if (isIdle()) return;
  offer({ topic: `${topic}/${postedTopic}`, payload: Buffer.from(JSON.stringify(json ?? null)), postedTo: name });
}

function limitToNewest(messages: readonly RecordedMessage[]): readonly RecordedMessage[] {
  const kept = messages.slice(-maxMessages);
  let bytes = kept.reduce((sum, { payload }) => sum + payload.length, 0);
  while (bytes > maxBytes && kept.length > 1) bytes -= kept.shift()?.payload.length ?? 0;
  return kept;
}
