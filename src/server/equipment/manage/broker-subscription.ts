/**
 * Opens a connection to the external broker that only listens. It has no persistent session and acknowledges nothing.
 */
import { randomUUID } from 'node:crypto';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { listenProblems } from '../../../contract/equipment/equipment.ts';
import type { Message } from '../../messages/message.ts';

export type ListenProblem = (typeof listenProblems)[number];

type BrokerMessage = Pick<Message, 'topic' | 'payload'>;

interface Handlers {
  readonly onMessage: (message: BrokerMessage, isRetained: boolean) => void;
  /** Called with the problem when the connection fails, and with null when the broker has accepted the subscription. */
  readonly onProblem: (problem: ListenProblem | null) => void;
}

/** CONNACK return codes for a refused user name or password (MQTT 3.1.1, table 3.1). */
const refusedCodes: readonly unknown[] = [4, 5];

/** Subscribes, and reconnects after a failure until the client is ended. `login`: the options of `resolveBroker`. */
export function subscribeAtBroker(
  { url, login }: { readonly url: string; readonly login: IClientOptions },
  filter: string,
  { onMessage, onProblem }: Handlers,
): MqttClient {
  // The client id is random, because a second client with the id of the reader would disconnect the reader.
  const clientId = `room-status-look-${randomUUID().slice(0, 8)}`;
  const times = { connectTimeout: 5_000, reconnectPeriod: 2_000 };
  const client = connect(url, { ...login, clientId, protocolVersion: 4, clean: true, ...times });
  let isSignInRefused = false;
  client.on('connect', () => {
    isSignInRefused = false;
    client.subscribe(filter, { qos: 0 }, (error, granted) => {
      // Return code 128: the broker refuses the subscription (MQTT 3.1.1, section 3.9.3).
      const isRefused = error !== null || granted?.some(({ qos }) => qos > 2) === true;
      onProblem(isRefused ? 'subscription-refused' : null);
    });
  });
  client.on('error', (error) => {
    isSignInRefused = 'code' in error && refusedCodes.includes(error.code);
    onProblem(isSignInRefused ? 'sign-in-refused' : 'unreachable');
  });
  client.on('close', () => {
    if (!isSignInRefused) onProblem('unreachable');
  });
  client.on('message', (topic, payload, { retain }) => onMessage({ topic, payload }, retain));
  return client;
}
