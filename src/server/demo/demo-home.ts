/** The demo home: two clients with about sixty rooms, described in demo-home.csv. All names are invented. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import { type Stream, streamTypes } from '../../domain/stream.ts';
import { serverFile } from '../shared/server-files.ts';
import { residentStates } from './resident-model.ts';

/**
 * What happens in a room when the demo starts: the state of a simulated resident, `replay` for recordings of
 * volunteers, `false-alarms` for a device that often takes something for a fall, `vacant` for a device that has never
 * notified, `inactive` for a room that is not monitored.
 */
const RoomState = z.enum([...residentStates, 'replay', 'false-alarms', 'vacant', 'inactive']);

const Row = z.object({
  client: z.string(),
  location: z.string(),
  location_alias: z.string(),
  ward: z.string(),
  room: z.string(),
  /** Unique within its location. */
  room_alias: z.string(),
  type: z.enum(streamTypes),
  state: RoomState,
  minutes: z.coerce.number(),
});

export interface DemoRoom extends Pick<Stream, 'uuid' | 'displayName' | 'wardUUID' | 'type' | 'status'> {
  readonly alias: string;
  readonly state: z.infer<typeof RoomState>;
  /** How long the room has had its state when the demo starts. */
  readonly minutes: number;
}

export type DemoHome = ReturnType<typeof readDemoHome>;

/** The uuids are the same on every machine, because they contain the number of the node in its kind. */
export function readDemoHome() {
  const clients: Client[] = [];
  const locations: (Location & { alias: string })[] = [];
  const wards: Ward[] = [];
  const rooms: DemoRoom[] = [];
  for (const row of readRows()) {
    const client = findOrAdd(clients, row.client, (count) => ({ uuid: demoUuid('c', count), displayName: row.client }));
    const location = findOrAdd(locations, row.location, (count) => ({
      uuid: demoUuid('1', count),
      displayName: row.location,
      clientUUID: client.uuid,
      alias: row.location_alias,
    }));
    const ward = findOrAdd(wards, row.ward, (count) => ({
      uuid: demoUuid('a', count),
      displayName: row.ward,
      locationUUID: location.uuid,
    }));
    const { room, room_alias, type, state, minutes } = row;
    const status = state === 'inactive' ? 'INACTIVE' : 'ACTIVE';
    const uuid = demoUuid('5', rooms.length + 1);
    rooms.push({ uuid, alias: room_alias, displayName: room, wardUUID: ward.uuid, type, status, state, minutes });
  }
  return {
    clients,
    locations,
    wards,
    rooms,
    /** The location of the demo nurse. */
    nurseLocation: findByName(locations, 'Harbour House'),
    /** The ward in the screenshots. */
    showcaseWard: findByName(wards, 'Ward 2 Sea View'),
  };
}

function readRows(): z.infer<typeof Row>[] {
  return z.array(Row).parse(parse(readFileSync(serverFile('demo/demo-home.csv')), { columns: true }));
}

function findOrAdd<T extends { readonly displayName: string }>(
  nodes: T[],
  displayName: string,
  create: (count: number) => T,
): T {
  const known = nodes.find((node) => node.displayName === displayName);
  if (known !== undefined) return known;
  const node = create(nodes.length + 1);
  nodes.push(node);
  return node;
}

/** A uuid of version 8 (RFC 9562, section 5.8) that shows its kind and number. */
function demoUuid(kind: string, number: number): string {
  return `de300000-000${kind}-8000-8000-${String(number).padStart(12, '0')}`;
}

function findByName<T extends { readonly displayName: string }>(nodes: readonly T[], displayName: string): T {
  const node = nodes.find((candidate) => candidate.displayName === displayName);
  if (node === undefined) throw new Error(`the demo home has no ${displayName}`);
  return node;
}
