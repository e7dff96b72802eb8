/**
 * Reports by a broker that others run. Several server processes share its messages (a shared subscription), each
 * message goes to one of them, and the broker keeps for each what it has not yet acknowledged.
 */
import type { MqttClient } from 'mqtt';
import type { DeviceCaller } from '../../../http/api-server.ts';
import {
  accepted,
  addressOf,
  type Broker,
  BrokerRefusalError,
  closed,
  openConnection,
  OtherVersionError,
  type ProtocolVersion,
  receiveInto,
} from './broker-connection.ts';
import type { LogRefusal } from '../refusal-log.ts';
import type { Message } from '../message.ts';
import { type MessageQueue, pause } from '../message-queue.ts';
import { readRetained } from '../retained-messages.ts';
import type { Sharing } from '../sharing/sharing.ts';
import { ofMany, ofOne } from '../topics.ts';

export interface MqttClientOptions {
  /** The client id has to be the same after a restart, and another one in each process. */
  readonly broker: Broker;
  /** Topic filters of all that is read. */
  readonly filters: readonly string[];
  readonly queue: MessageQueue;
  /**
   * With other processes that take part in the same messages. Without it all messages are ours, whoever else listens
   * at the broker, such as a restored copy on trial.
   */
  readonly sharing: Sharing | undefined;
  /** In whose name a message of this topic is taken. */
  readonly callerOf: (topic: string) => DeviceCaller;
  readonly logRefusal: LogRefusal;
  readonly now: () => number;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

export interface MqttIntake {
  /** Resolves when it is connected and subscribed for the first time. */
  readonly ready: Promise<void>;
  /** Takes nothing more, finishes what it took, and leaves the rest with the broker. */
  close(): Promise<void>;
}

const firstPauseMs = 500;
const longestPauseMs = 15_000;
const farewellMs = 1_000;
/** When nothing has come for so long after we unsubscribed, nothing more is on its way. */
const quietMs = 300;
const drainMs = 3_000;

export function startMqttClient(options: MqttClientOptions): MqttIntake {
  const { broker, filters, queue, sharing, callerOf, logRefusal, now, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const [alone, together] = [ofOne(filters, broker.clientId), ofMany(filters)];
  const [shared, otherwise] = sharing === undefined ? [alone, together] : [together, alone];
  const address = addressOf(broker.url);
  let version: ProtocolVersion = 5;
  let current: MqttClient | undefined;
  /** The last one that the broker had accepted. */
  let before: MqttClient | undefined;
  let isFirst = true;
  /** Said in the log at the same level as its return: whoever read the one looks for the other. */
  let isMissed = false;
  let setReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    setReady = resolve;
  });

  const { size: waiting } = queue;
  let lastAt = -Infinity;
  const store = (message: Message, from?: MqttClient) => {
    lastAt = performance.now();
    return queue.add(message, callerOf(message.topic), from);
  };

  async function run(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      const isKnown = sharing === undefined || (await sharing.isKnown());
      try {
        await connectOnce(isKnown);
        pauseMs = firstPauseMs;
        if (!signal.aborted) missed('broker-lost');
      } catch (error) {
        if (error instanceof OtherVersionError && version === 5) {
          version = 4;
          continue;
        }
        if (!signal.aborted) missed(error instanceof BrokerRefusalError ? 'broker-refused' : 'broker-away', error);
      }
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  function missed(reason: string, error?: unknown): void {
    isMissed = true;
    logRefusal(reason, { topic: address }, error);
  }

  /** Returns when the connection has ended. */
  async function connectOnce(isKnown: boolean): Promise<void> {
    const client = openConnection(broker, version);
    current = client;
    const ended = closed(client);
    // At once: what the broker kept for us comes right behind its acceptance.
    const askedAt = now();
    receiveInto(client, {
      waiting,
      // NOTE: some brokers send what they keep to a shared subscription all the same (Mosquitto 2.0).
      store: ({ topic, payload, isRetained, comesAgain }) =>
        store({ topic, payload, retainedAt: isRetained ? askedAt : null }, comesAgain ? client : undefined),
    });
    try {
      const { sessionPresent } = await accepted(client);
      if (!isKnown && !sessionPresent) throw new Error('the session is gone, and without the database none is made');
      // A session that is still there sends what it was not told to be stored. Of one that is lost it is all there is.
      if (sessionPresent && before !== undefined) queue.forget(before);
      before = client;
      // The broker may still know us as what we were before NATS_URL came or went.
      if (sessionPresent) await client.unsubscribeAsync([...otherwise]);
      await subscribe(client);
      const details = { broker: address, version, sessionPresent };
      if (isMissed) log.warn(details, 'connected to the MQTT broker again');
      else log.info(details, 'connected to the MQTT broker');
      isMissed = false;
      // Whoever was away without a session has missed what was told meanwhile.
      if (isFirst || !sessionPresent) await readKept();
      isFirst = false;
      setReady();
      await ended;
    } finally {
      client.end(true);
    }
  }

  async function subscribe(client: MqttClient): Promise<void> {
    const granted = await client.subscribeAsync([...shared], { qos: 1 });
    const refused = granted.filter(({ qos }) => qos > 2).map(({ topic }) => topic);
    if (refused.length > 0) throw new Error(`the broker refuses the subscriptions ${refused.join(', ')}`);
  }

  async function readKept(): Promise<void> {
    const kept = await readRetained({ broker, version, filters, store, waiting, now, signal });
    log.info({ broker: address, kept }, 'read what the MQTT broker keeps');
  }

  /** True: what the broker had given to us is stored, and what comes now goes to the others. */
  async function handOver(client: MqttClient): Promise<boolean> {
    const end = performance.now() + drainMs;
    await Promise.race([client.unsubscribeAsync([...shared]), pause(drainMs, signal)]);
    lastAt = Math.max(lastAt, performance.now());
    const isQuiet = () => queue.size() === 0 && performance.now() - lastAt > quietMs;
    while (!isQuiet() && performance.now() < end) await pause(quietMs / 3, signal);
    return isQuiet();
  }

  sharing?.onTaken(() => {
    if (before === undefined) return;
    // What we had not acknowledged is for that other one, or for us once we have the session again.
    queue.forget(before);
    before.end(true);
  });
  const running = run();
  return {
    ready,
    close: async () => {
      const hasOthers = await sharing?.leave();
      const isHandedOver =
        hasOthers === true && current?.connected === true && (await handOver(current).catch(() => false));
      stopping.abort();
      if (current !== undefined) current.handleMessage = leaveWithBroker;
      await queue.close();
      // With a farewell, if the broker is there to hear it.
      const farewell = isHandedOver && version === 5 ? { properties: { sessionExpiryInterval: 0 } } : {};
      if (current?.connected === true)
        await Promise.race([current.endAsync(false, farewell), pause(farewellMs, new AbortController().signal)]);
      current?.end(true);
      await running;
      if (isHandedOver) await sharing?.left();
    },
  };
}

/** Never called back: it is not acknowledged, and nothing more is read. */
function leaveWithBroker(): void {}
