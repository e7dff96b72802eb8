/** Fall sensors, which send each change once. Their functions resolve when the server has stored the change. */
import { randomUUID } from 'node:crypto';
import { connect } from 'mqtt';
import { serverActor } from '../../../src/server/audit/audit-actors.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { importEntries } from '../../../src/server/equipment/equipment-store.ts';
import { parseEquipmentFile } from '../../../src/server/equipment/file/equipment-file.ts';
import { waitFor } from '../wait-for.ts';
import type { FallCalls } from './fall-calls.ts';

export interface FallSensor {
  readonly fall: () => Promise<unknown>;
  readonly noFall: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export const fall = 1;
const inBed = 5;
const reconnectDelayMs = 250;

/** A camera that reports by HTTP. `lateByMs`: how old the times of its reports are. Undefined: it sends no times. */
export function createCamera({ report }: FallCalls, stream: string, lateByMs?: number): FallSensor {
  const send = (status: number) => {
    const at = lateByMs === undefined ? undefined : new Date(Date.now() - lateByMs).toISOString();
    return report({ id: randomUUID(), stream, status, at });
  };
  return { fall: () => send(fall), noFall: () => send(inBed), close: async () => undefined };
}

/** A fall detector of Home Assistant that publishes to the embedded broker. It is the only sensor of its room. */
export function createFallDetector({ port, key }: { readonly port: number; readonly key: string }): FallSensor {
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    username: 'detector',
    password: key,
    reconnectPeriod: reconnectDelayMs,
    // The client tries again after a refusal, because the broker refuses clients while the database is unavailable.
    reconnectOnConnackError: true,
  });
  // Errors are ignored, because the client connects again and repeats what was not acknowledged.
  client.on('error', () => undefined);
  const send = (state: string) => client.publishAsync(detectorTopic, state, { qos: 1 });
  return { fall: () => send('on'), noFall: () => send('off'), close: () => client.endAsync(true) };
}

const detectorTopic = 'homeassistant/binary_sensor/detector/state';

const [locationAlias, roomAlias] = ['lab-house', 'detector-room'] as const;

/** The time limit for a server to read changed connections, which normally takes some seconds. */
const equipmentTimeoutMs = 15_000;
const detectorConnection = 'house';

/** The equipment file that is imported into the home. */
const detectorFile = `connections:
  - name: ${detectorConnection}
    preset: home-assistant
    topic: homeassistant
    location: ${locationAlias}
    rooms:
      - { room: ${roomAlias}, fall: detector }
`;

interface Server {
  readonly port: number;
  readonly deviceKey: string;
}

/**
 * Connects the fall detector, and gives its location and room the names of the connection. Resolves when the server has
 * read the connection.
 */
export async function connectDetector(database: Database, stream: string, server: Server): Promise<void> {
  const { query } = database;
  const file = 'equipment.yaml';
  const imported = { file, entries: parseEquipmentFile(file, detectorFile), removeMissing: false };
  await importEntries(database, imported, { actor: serverActor, at: Date.now() });
  await query.updateTable('location').set({ alias: locationAlias }).execute();
  await query.updateTable('stream').set({ alias: roomAlias }).where('uuid', '=', stream).execute();
  await waitFor(() => isConnectionKnown(server), equipmentTimeoutMs);
}

async function isConnectionKnown({ port, deviceKey }: Server): Promise<boolean> {
  const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' };
  const address = `http://127.0.0.1:${port}/api/equipment/${detectorConnection}`;
  return (await fetch(address, { method: 'POST', headers, body: '{}' })).status !== 404;
}
