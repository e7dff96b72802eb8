/** The demo's hierarchy with its uuids: the same on every machine and at every start. */
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import type { Stream } from '../../domain/stream.ts';
import { demoAlias, demoRoomAlias } from './demo-alias.ts';
import { demoRooms, type RoomRow } from './demo-rooms.ts';

export interface DemoRoom extends Pick<Stream, 'uuid' | 'displayName' | 'wardUUID' | 'type' | 'status'> {
  /** Unique within its location. */
  readonly alias: string;
  /** What goes on in it as the demo begins. */
  readonly present: RoomRow[2];
  /** For how long already, in minutes. */
  readonly minutes: number;
}

export interface DemoLocation extends Location {
  readonly alias: string;
}

interface DemoHome {
  readonly clients: readonly Client[];
  readonly locations: readonly DemoLocation[];
  readonly wards: readonly Ward[];
  readonly rooms: readonly DemoRoom[];
}

/** In the order of the data: the client 1 is `...000000000001` of its kind, and so on. */
export const demoHome: DemoHome = numbered();

/** The location whose nurse signs in, and its ward of which the pictures are. */
export const nurseLocation = named(demoHome.locations, 'Harbour House');
export const showcaseWard = named(demoHome.wards, 'Ward 2 Sea View');

function numbered(): DemoHome {
  const clients: Client[] = [];
  const locations: DemoLocation[] = [];
  const wards: Ward[] = [];
  const rooms: DemoRoom[] = [];
  for (const { client, locations: places } of demoRooms) {
    const clientUUID = demoUuid('c', clients.length + 1);
    clients.push({ uuid: clientUUID, displayName: client });
    for (const { location, wards: parts } of places) {
      const locationUUID = demoUuid('1', locations.length + 1);
      locations.push({ uuid: locationUUID, displayName: location, clientUUID, alias: demoAlias(location) });
      for (const { ward, rooms: rows } of parts) {
        const wardUUID = demoUuid('a', wards.length + 1);
        wards.push({ uuid: wardUUID, displayName: ward, locationUUID });
        for (const [displayName, type, present, minutes] of rows) {
          const status = present === 'inactive' ? 'INACTIVE' : 'ACTIVE';
          const uuid = demoUuid('5', rooms.length + 1);
          const alias = demoRoomAlias(displayName);
          rooms.push({ uuid, alias, displayName, wardUUID, type, status, present, minutes });
        }
      }
    }
  }
  return { clients, locations, wards, rooms };
}

/** Version 8: a uuid of one's own making (RFC 9562, section 5.8). Readable, so that an address tells what it is. */
function demoUuid(kind: string, number: number): string {
  return `de300000-000${kind}-8000-8000-${String(number).padStart(12, '0')}`;
}

function named<T extends { readonly displayName: string }>(nodes: readonly T[], displayName: string): T {
  const node = nodes.find((candidate) => candidate.displayName === displayName);
  if (node === undefined) throw new Error(`The demo has no ${displayName}`);
  return node;
}
