/** A connection to the external broker that only listens. It has no persistent session and acknowledges nothing. */
import { randomUUID } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';
import type { listenProblems } from '../../../../contract/manage/equipment.ts';
import type { Message } from '../../mqtt/message.ts';

export type ListenProblem = (typeof listenProblems)[number];

type BrokerMessage = Pick<Message, 'topic' | 'payload'>;

interface Handlers {
  readonly onMessage: (message: BrokerMessage, isRetained: boolean) => void;
  /** Null: the broker accepts the subscription. */
  readonly onProblem: (problem: ListenProblem | null) => void;
}

/** CONNACK return codes for a user name or password that is refused (MQTT 3.1.1, table 3.1). */
const refusedCodes: readonly unknown[] = [4, 5];

/** Connects again after a failure, until the client is ended. `url` contains a password. */
export function subscribeAtBroker(url: string, filter: string, { onMessage, onProblem }: Handlers): MqttClient {
  // A random client id: the same id would end the connection of the reader.
  const clientId = `room-status-look-${randomUUID().slice(0, 8)}`;
  const times = { connectTimeout: 5_000, reconnectPeriod: 2_000 };
  const client = connect(url, { clientId, protocolVersion: 4, clean: true, ...times });
  let isSignInRefused = false;
  client.on('connect', () => {
    isSignInRefused = false;
    client.subscribe(filter, { qos: 0 }, (error, granted) => {
      // 128 is the code of a subscription that is refused (MQTT 3.1.1, section 3.9.3).
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
