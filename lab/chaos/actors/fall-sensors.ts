/** Fall sensors. Each sends a change once and repeats nothing. The functions resolve when the server has stored it. */
import { randomUUID } from 'node:crypto';
import { connect } from 'mqtt';
import type { Database } from '../../../src/server/database/database.ts';
import type { FallCalls } from './fall-calls.ts';

export interface FallSensor {
  readonly fall: () => Promise<unknown>;
  readonly noFall: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export const fall = 1;
const inBed = 5;
const reconnectDelayMs = 250;

/** A camera that reports statuses by HTTP. `lateByMs`: sends times that are so far back; undefined: sends no times. */
export function createCamera({ report }: FallCalls, stream: string, lateByMs?: number): FallSensor {
  const send = (status: number) => {
    const at = lateByMs === undefined ? undefined : new Date(Date.now() - lateByMs).toISOString();
    return report({ id: randomUUID(), stream, status, at });
  };
  return { fall: () => send(fall), noFall: () => send(inBed), close: async () => undefined };
}

/** The only sensor of its room: a fall detector of Home Assistant, by the embedded broker. */
export function createFallDetector({ port, key }: { readonly port: number; readonly key: string }): FallSensor {
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    username: 'detector',
    password: key,
    reconnectPeriod: reconnectDelayMs,
    // The broker refuses every client while the database is away.
    reconnectOnConnackError: true,
  });
  // The client connects again, and repeats what was not acknowledged.
  client.on('error', () => undefined);
  const send = (state: string) => client.publishAsync(detectorTopic, state, { qos: 1 });
  return { fall: () => send('on'), noFall: () => send('off'), close: () => client.endAsync(true) };
}

const detectorTopic = 'homeassistant/binary_sensor/detector/state';

const [locationAlias, roomAlias] = ['lab-house', 'detector-room'] as const;

/** The equipment file of the servers. */
export const detectorFile = `connections:
  - name: house
    preset: home-assistant
    topic: homeassistant
    location: ${locationAlias}
    rooms:
      - { room: ${roomAlias}, fall: detector }
`;

/** Gives the location and the room of the fall detector the names of the equipment file. */
export async function nameDetectorRoom({ query }: Database, stream: string): Promise<void> {
  await query.updateTable('location').set({ alias: locationAlias }).execute();
  await query.updateTable('stream').set({ alias: roomAlias }).where('uuid', '=', stream).execute();
}
