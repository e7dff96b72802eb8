/**
 * Takes what waits at the broker in the session of a process that is gone, and ends that session. If its own process
 * comes back meanwhile the broker closes our connection, and all that we have not acknowledged is for that one.
 */
import type { MqttClient } from 'mqtt';
import {
  accepted,
  type Broker,
  type Came,
  closed,
  openConnection,
  OtherVersionError,
  type ProtocolVersion,
  receiveInto,
} from '../external-broker/broker-connection.ts';
import { pause } from '../message-queue.ts';

export interface AdoptOptions {
  /** With the client id of the session. */
  readonly broker: Broker;
  /** All that it may have subscribed to. */
  readonly subscriptions: readonly string[];
  readonly store: (came: Came) => Promise<unknown>;
  readonly waiting: () => number;
  /** Whether nobody else has it by now. */
  readonly isOurs: () => Promise<boolean>;
  /** When nothing has come for so long, nothing more will. Milliseconds. */
  readonly quietMs: number;
  readonly signal: AbortSignal;
}

/** Resolves with how many messages were taken. Throws when it had to be given up: what was left is still there. */
export async function adoptSession(options: AdoptOptions, version: ProtocolVersion = 5): Promise<number> {
  try {
    return await adoptIn(version, options);
  } catch (error) {
    if (version === 5 && error instanceof OtherVersionError) return adoptIn(4, options);
    throw error;
  }
}

async function adoptIn(version: ProtocolVersion, options: AdoptOptions): Promise<number> {
  const { broker, isOurs, signal } = options;
  const client = openConnection(broker, version);
  const stop = () => client.end(true);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const over = closed(client).then(() => {
    throw new Error('its own process is back, or the broker is gone');
  });
  try {
    const taken = await Promise.race([drain(client, options), over]);
    // With MQTT 5 the farewell ends it, on this very connection: nobody else's can be meant.
    const farewell = version === 5 ? { properties: { sessionExpiryInterval: 0 } } : {};
    await Promise.race([client.endAsync(false, farewell), pause(options.quietMs, signal)]);
    if (version === 4 && (await isOurs())) await endByCleanStart(broker);
    return taken;
  } finally {
    signal.removeEventListener('abort', stop);
    client.end(true);
  }
}

async function drain(client: MqttClient, options: AdoptOptions): Promise<number> {
  const { subscriptions, store, waiting, isOurs, quietMs, signal } = options;
  const count = { came: 0, stored: 0 };
  const failures: unknown[] = [];
  receiveInto(client, {
    waiting,
    store: async (message) => {
      count.came += 1;
      try {
        await store(message);
        count.stored += 1;
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  });
  await accepted(client);
  for (let isQuiet = false; !isQuiet;) {
    const { came } = count;
    // First so that its share goes to the others, then as a question: behind the answer nothing is on its way.
    await client.unsubscribeAsync([...subscriptions]);
    await pause(quietMs, signal);
    if (failures.length > 0) throw new Error('a message could not be stored', { cause: failures[0] });
    if (!(await isOurs())) throw new Error('its own process is back');
    isQuiet = count.came === came && count.stored === came;
  }
  return count.stored;
}

/** MQTT 3.1.1 knows no other way. */
async function endByCleanStart(broker: Broker): Promise<void> {
  const client = openConnection(broker, 4, { clean: true });
  try {
    await accepted(client);
    await client.endAsync();
  } finally {
    client.end(true);
  }
}
