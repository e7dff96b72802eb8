/** The demo home: two clients with about sixty rooms, described in demo-home.csv. All names are invented. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import type { Client, Location, Ward } from '../../contract/home/entities.ts';
import { type StreamStatus, streamTypes } from '../../domain/stream.ts';
import { serverFileOf } from '../shared/server-files.ts';
import { lastNights } from './resident-habits.ts';
import { residentStates } from './resident-model.ts';

const Row = z.object({
  client: z.string(),
  location: z.string(),
  location_alias: z.string(),
  ward: z.string(),
  room: z.string(),
  /** An alias that is unique within its location. */
  room_alias: z.string(),
  type: z.enum(streamTypes),
  /** What happens in the room when the demo starts. */
  state: z.enum(residentStates),
  /** How many minutes the room has had its state when the demo starts. */
  minutes: z.coerce.number(),
  /** Whether the resident got up as often as usual in the last night. */
  last_night: z.enum(lastNights),
});

export type DemoHome = ReturnType<typeof readDemoHome>;

/** Reads demo-home.csv. A uuid is made from the kind and the number of its node, so it is the same on every machine. */
export function readDemoHome() {
  const clients: z.infer<typeof Client>[] = [];
  const locations: (z.infer<typeof Location> & { alias: string })[] = [];
  const wards: z.infer<typeof Ward>[] = [];
  const rooms: ReturnType<typeof roomOf>[] = [];
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
    rooms.push(roomOf(row, ward.uuid, rooms.length + 1));
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

function roomOf(
  { room, room_alias: alias, type, state, minutes, last_night: lastNight }: z.infer<typeof Row>,
  wardUUID: string,
  count: number,
) {
  const status: StreamStatus = state === 'inactive' ? 'INACTIVE' : 'ACTIVE';
  return { uuid: demoUuid('5', count), alias, displayName: room, wardUUID, type, status, state, minutes, lastNight };
}

function readRows(): z.infer<typeof Row>[] {
  return z.array(Row).parse(parse(readFileSync(serverFileOf('demo/demo-home.csv')), { columns: true }));
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

/** Returns a uuid of version 8 (RFC 9562, section 5.8) that contains its kind and number. */
function demoUuid(kind: string, number: number): string {
  return `de300000-000${kind}-8000-8000-${String(number).padStart(12, '0')}`;
}

function findByName<T extends { readonly displayName: string }>(nodes: readonly T[], displayName: string): T {
  const node = nodes.find((candidate) => candidate.displayName === displayName);
  if (node === undefined) throw new Error(`the demo home has no ${displayName}`);
  return node;
}
