/** A home of 10,000 rooms as a file, and changes of it. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { homeEndpoints } from '../../../src/contract/manage/home.ts';
import { present } from '../../shared/present.ts';
import type { ManagerCall } from './manager-calls.ts';

export const roomCount = 10_000;
const roomsPerWard = 100;
const wardsPerLocation = 10;
const clientName = 'Lakeside';

export const largeHomeFile = { format: 'csv', text: csvOf() };

function csvOf(): string {
  const rows = Array.from({ length: roomCount }, (_none, index) => {
    const ward = Math.floor(index / roomsPerWard);
    return `${clientName},House ${Math.floor(ward / wardsPerLocation)},Ward ${ward},Room ${index}`;
  });
  return ['client,location,ward,displayName', ...rows].join('\n');
}

async function placeNamed(call: ManagerCall, name: string) {
  const { items } = z.parse(homeEndpoints.listManagedPlaces.response, await call('/places'));
  const parents = new Map(items.map(({ uuid, parentUUID }) => [uuid, parentUUID]));
  return { ...present(items.find(({ displayName }) => displayName === name)), parents };
}

/** Changes of one room each, in one ward. */
export async function renames(call: ManagerCall, count: number): Promise<readonly object[]> {
  const { uuid: wardUUID, parentUUID: locationUUID, parents } = await placeNamed(call, 'Ward 5');
  const found = await call(`/rooms?wardUUID=${wardUUID}`);
  const rooms = z.parse(homeEndpoints.listManagedRooms.response, found).items.slice(0, count);
  return rooms.map(({ uuid, version }) => {
    const streams = [{ uuid, version, displayName: `Renamed ${randomUUID()}` }];
    const locations = [{ uuid: locationUUID, wards: [{ uuid: wardUUID, streams }] }];
    return { clients: [{ uuid: parents.get(locationUUID ?? ''), locations }] };
  });
}

/** The change that removes the client with all its rooms. */
export async function removal(call: ManagerCall): Promise<object> {
  const { uuid, version } = await placeNamed(call, clientName);
  return { remove: [{ level: 'client', uuid, version, rooms: roomCount }] };
}
