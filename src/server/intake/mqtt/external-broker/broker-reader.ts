/**
 * Reads the messages of an external broker while this process holds the lease. The session at the broker is
 * persistent: the broker keeps what was not acknowledged, and delivers it to the next connection.
 */
import type { MqttClient } from 'mqtt';
import { toLogEvent } from '../../../shared/recent-events.ts';
import type { IntakeLog } from '../../item-log.ts';
import { waitOrAbort } from '../../../shared/wait-or-abort.ts';
import type { LogRefusal } from '../refusal-log.ts';
import { resolveBroker, removePassword } from '../../../equipment/broker-address.ts';
import { maxBackoffMs, minBackoffMs, offerBackoffMs } from './broker-backoff.ts';
import { isConnectionRefusal, stopReceiving } from './broker-connection.ts';
import { type BrokerSessionOptions, createBrokerSession } from './broker-session.ts';
import type { BrokerLease, LeaseTerm } from './broker-lease.ts';

export interface BrokerReaderOptions extends BrokerSessionOptions {
  readonly lease: BrokerLease;
  readonly logRefusal: LogRefusal;
  readonly log: IntakeLog;
}

const disconnectTimeoutMs = 1_000;

export type BrokerReader = ReturnType<typeof startBrokerReader>;

export function startBrokerReader(options: BrokerReaderOptions) {
  const { broker, lease, queue } = options;
  const connectionLog = createConnectionLog(removePassword(broker.url), options);
  const session = createBrokerSession(options);
  const stopping = new AbortController();
  let current: MqttClient | undefined;

  async function run(): Promise<void> {
    let backoffMs = minBackoffMs;
    while (!stopping.signal.aborted) {
      const tenure = await lease.acquire(stopping.signal).catch(() => undefined);
      if (tenure === undefined) return;
      if (await readUntilClosed(tenure)) backoffMs = minBackoffMs;
      else if (backoffMs >= offerBackoffMs) lease.offer();
      await waitOrAbort(backoffMs, stopping.signal);
      backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
    }
  }

  /** Connects and reads until the connection is closed. Resolves with true if the broker had accepted the connection. */
  async function readUntilClosed({ clientId, lost }: LeaseTerm): Promise<boolean> {
    const login = await resolveBroker(broker).catch((error: unknown) => connectionLog.failed(false, clientId, error));
    if (login === undefined || lost.aborted || stopping.signal.aborted) return false;
    const client = (current = session.connect({ clientId, lost }, login));
    const closed = new Promise<void>((resolve) => void client.once('close', () => resolve()));
    const stopReading = () => {
      stopReceiving(client);
      client.end(true);
      // The broker delivers the discarded messages to the next holder of the lease.
      queue.discard();
    };
    lost.addEventListener('abort', stopReading);
    let wasConnected = false;
    let failure: unknown;
    try {
      connectionLog.connected({ clientId, ...(await session.resume(client)) });
      wasConnected = true;
      await closed;
    } catch (error) {
      failure = error;
    }
    lost.removeEventListener('abort', stopReading);
    client.end(true);
    if (!stopping.signal.aborted && !lost.aborted) connectionLog.failed(wasConnected, clientId, failure);
    return wasConnected;
  }

  const running = run();
  return {
    isConnected: () => current?.connected === true,
    /**
     * To be called when the topic filters have changed. `changed`: the filters whose retained messages are needed
     * again.
     */
    refresh: (changed: readonly string[]): void => {
      const client = current?.connected === true ? current : undefined;
      // A connection that cannot subscribe is opened again, as after any other failure.
      session.refresh(changed, client).catch(() => client?.end(true));
    },
    /** Stores the received messages, leaves all other messages with the broker, and releases the lease. */
    close: async (): Promise<void> => {
      stopping.abort();
      if (current !== undefined) stopReceiving(current);
      await queue.close();
      if (current?.connected === true) await Promise.race([current.endAsync(), waitOrAbort(disconnectTimeoutMs)]);
      current?.end(true);
      await running;
      await lease.release();
    },
  };
}

/** Logs when the connection fails and when it is open again. `broker`: its address, without a password. */
function createConnectionLog(broker: string, { log, logRefusal }: BrokerReaderOptions) {
  let isFailing = false;
  return {
    connected: (details: object) => {
      // The end of a failure has the level of the failure, so that a log that shows the failure also shows its end.
      if (isFailing)
        log.warn({ ...toLogEvent('broker-back', broker), broker, ...details }, 'connected to the MQTT broker again');
      else log.info({ broker, ...details }, 'connected to the MQTT broker');
      isFailing = false;
    },
    // The log names the client id, because a broker may accept only the client ids of a list.
    failed: (wasConnected: boolean, clientId: string, error: unknown): undefined => {
      isFailing = true;
      const reason = isConnectionRefusal(error) ? 'broker-refused' : 'broker-away';
      logRefusal(wasConnected ? 'broker-lost' : reason, { topic: broker, clientId }, error);
    },
  };
}
