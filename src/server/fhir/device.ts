/** The sensors of rooms as FHIR Devices. A room has one, so its uuid is the id of its Location and of its Device. */
import type { StreamStatus, StreamType } from '../../domain/stream.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isVisibleWard } from '../rights/visible.ts';
import { conceptOf } from './codes.ts';

interface Sensor {
  readonly uuid: string;
  readonly name: string;
  readonly type: StreamType;
  readonly status: StreamStatus;
}

export function deviceOf({ uuid, name, type, status }: Sensor) {
  return {
    resourceType: 'Device',
    id: uuid,
    status: status === 'ACTIVE' ? 'active' : 'inactive',
    deviceName: [{ name, type: 'user-friendly-name' }],
    type: conceptOf('sensorType', type),
    location: { reference: `Location/${uuid}` },
  };
}

/** The sensors that a user may see, by name. `rooms`: only those of all these rooms. */
export async function readSensors(
  query: Database['query'],
  scopes: readonly Scope[],
  rooms: readonly string[],
): Promise<readonly Sensor[]> {
  const sensors = query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select(['stream.uuid', 'stream.display_name as name', 'stream.type', 'stream.status'])
    .where(isVisibleWard(scopes))
    .orderBy('stream.display_name')
    .orderBy('stream.uuid');
  return rooms.reduce((found, uuid) => found.where('stream.uuid', '=', uuid), sensors).execute();
}
