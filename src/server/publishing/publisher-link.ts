/** Keeps one connection of the publisher to the broker in effect, and opens it again after a failure. */
import type { MqttClient } from 'mqtt';
import { type ExternalBroker, removePassword, resolveBroker } from '../equipment/broker-address.ts';
import { maxBackoffMs, minBackoffMs, offerBackoffMs } from '../intake/mqtt/external-broker/broker-backoff.ts';
import { isConnectionRefusal } from '../intake/mqtt/external-broker/broker-connection.ts';
import { toLogEvent } from '../shared/recent-events.ts';
import { waitOrAbort } from '../shared/wait-or-abort.ts';
import { type ConnectionOptions, openPublisherConnection, publishOn } from './publisher-connection.ts';

export interface LinkOptions {
  /** The broker to publish to. Undefined: none is set. */
  readonly broker: () => ExternalBroker | undefined;
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/** `onUnreachable`: called after each failed attempt, once the broker has not been reached for some seconds. */
export function createPublisherLink({ broker, log }: LinkOptions, onUnreachable: () => void) {
  const connectionLog = createConnectionLog(log);
  let current: MqttClient | undefined;
  let isPublished = false;
  let waiting = new AbortController();

  /** Closes the socket without a DISCONNECT packet, so that the broker publishes the last will. */
  const disconnect = () => void current?.end(true);

  /** Publishes until the connection is closed. Resolves with true if the broker has published something. */
  async function publishOnce(connection: ConnectionOptions, ended: AbortSignal): Promise<boolean> {
    const target = broker();
    if (target === undefined) return false;
    const address = removePassword(target.url);
    isPublished = false;
    let failure: unknown;
    try {
      const login = await resolveBroker(target);
      if (ended.aborted) return false;
      current = openPublisherConnection(target.url, login, connection);
      await publishOn(current, connection, () => {
        if (!isPublished) connectionLog.connected(address, connection.topics.root);
        isPublished = true;
      });
    } catch (error) {
      failure = error;
    }
    disconnect();
    if (!ended.aborted && target.url === broker()?.url) connectionLog.failed(address, isPublished, failure);
    return isPublished;
  }

  return {
    /** Whether the broker publishes what it gets. */
    isConnected: () => isPublished && current?.connected === true,
    /** Connects again at once, because the broker in effect is another one. */
    reconnect: (): void => {
      disconnect();
      waiting.abort();
    },
    /** Publishes the messages until the signal aborts. */
    publishUntil: async (ended: AbortSignal, connection: ConnectionOptions): Promise<void> => {
      ended.addEventListener('abort', disconnect);
      let backoffMs = minBackoffMs;
      while (!ended.aborted) {
        waiting = new AbortController();
        if (await publishOnce(connection, ended)) backoffMs = minBackoffMs;
        else if (backoffMs >= offerBackoffMs && broker() !== undefined) onUnreachable();
        await waitOrAbort(backoffMs, AbortSignal.any([ended, waiting.signal]));
        backoffMs = waiting.signal.aborted ? minBackoffMs : Math.min(backoffMs * 2, maxBackoffMs);
      }
    },
  };
}

/** Logs when the connection fails and when it is open again. */
function createConnectionLog(log: LinkOptions['log']) {
  let failingEvent: string | undefined;
  return {
    connected: (broker: string, topic: string): void => {
      if (failingEvent === undefined) log.info({ broker, topic }, 'room statuses are published to the MQTT broker');
      else log.warn({ ...toLogEvent('broker-back', broker), broker, topic }, 'room statuses are published again');
      failingEvent = undefined;
    },
    failed: (broker: string, wasConnected: boolean, error: unknown): void => {
      const reason = isConnectionRefusal(error) ? 'broker-refused' : 'broker-away';
      const event = wasConnected ? 'broker-lost' : reason;
      if (event === failingEvent) return;
      failingEvent = event;
      log.warn({ ...toLogEvent(event, broker), broker, err: error }, 'room statuses cannot be published');
    },
  };
}
