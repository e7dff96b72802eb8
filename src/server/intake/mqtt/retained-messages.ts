/**
 * What a broker keeps. It does not send that to a shared subscription, so it is read once over an ordinary one, on a
 * connection of its own: what is news there comes by the shared one too, and is left to it.
 */
import {
  accepted,
  type Broker,
  openConnection,
  type ProtocolVersion,
  receiveInto,
} from './external-broker/broker-connection.ts';
import type { Message } from './message.ts';

/** There is no sign of the last one: nothing for so long is taken for it. Milliseconds. */
const quietMs = 2_000;

export interface RetainedOptions {
  readonly broker: Broker;
  readonly version: ProtocolVersion;
  readonly filters: readonly string[];
  readonly store: (message: Message) => Promise<unknown>;
  readonly waiting: () => number;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Resolves with how many there were, once all are on their way. Throws when the broker refuses. */
export async function readRetained(options: RetainedOptions): Promise<number> {
  const { broker, version, filters, store, waiting, now, signal } = options;
  const reader = { ...broker, clientId: `${broker.clientId}-retained` };
  const client = openConnection(reader, version, { clean: true, properties: {} });
  const stop = () => client.end(true);
  signal.addEventListener('abort', stop);
  try {
    await accepted(client);
    const askedAt = now();
    let count = 0;
    const quiet = new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, quietMs);
      client.once('close', () => resolve());
      receiveInto(client, {
        waiting,
        store: async ({ topic, payload, isRetained }) => {
          if (!isRetained) return;
          count += 1;
          clearTimeout(timer);
          timer = setTimeout(resolve, quietMs);
          await store({ topic, payload, retainedAt: askedAt });
        },
      });
    });
    // Without acknowledgements, so that no limit of the broker on those holds any back.
    await client.subscribeAsync([...filters], { qos: 0 });
    await quiet;
    return count;
  } finally {
    signal.removeEventListener('abort', stop);
    client.end(true);
  }
}
