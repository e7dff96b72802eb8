/** What a product sends by HTTP to its connection, and the answer that says what became of it. */
import type * as z from 'zod/mini';
import type { ReportAnswer } from '../../../contract/reports.ts';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { ingestBody, type IngestBodyOptions } from '../http/ingest-body.ts';
import { resolveRooms } from '../rooms/resolve-rooms.ts';
import { isUnroutable, describeUnknownDevice } from '../mqtt/message.ts';
import type { Equipment } from './equipment.ts';

type Posted = Omit<IngestBodyOptions, 'parse' | 'itemName'> & {
  readonly database: Database;
  readonly equipment: Equipment;
  readonly connection: string;
};

const reasons = {
  'foreign-topic': 'is nothing that this connection reads',
  'not-in-preset': 'is nothing that this connection reads: its preset needs topics, and so MQTT',
} as const;

const notThere =
  'The equipment file (EQUIPMENT_FILE) has no such connection, or none of its rooms is known to this device key.';

/**
 * Throws AppError `not-found` for a connection that is not there, `invalid-request` for what is not taken.
 * A connection without a room in the key's scope is not there either: its names are somebody else's.
 */
export async function ingestPosted(posted: Posted): Promise<z.infer<typeof ReportAnswer>> {
  const { database, equipment, connection, body, caller } = posted;
  const rooms = equipment.roomsOf(connection);
  const found = rooms.length === 0 ? new Map<string, never>() : await resolveRooms(database, caller.scope, rooms);
  const isOpen = (room: string) => typeof found.get(room) === 'object';
  const reading = rooms.some(isOpen) ? equipment.readPosted(connection, bytesOf(body), isOpen) : undefined;
  if (reading === undefined) throw new AppError('not-found', { detail: notThere });
  if (isUnroutable(reading)) {
    // A room that the key may not see is none for it: its answer is the same as for a device that nobody has.
    const reason =
      typeof reading === 'string' ? reasons[reading] : describeUnknownDevice(reading, 'room that the key may see');
    throw new AppError('invalid-request', { errors: [{ field: 'body', reason }] });
  }
  if (reading.length === 0) return { results: [] };
  const unreadable = { kind: 'malformed', field: 'body', reason: 'cannot be read' } as const;
  return ingestBody({
    ...posted,
    body: reading.map((_, index) => index),
    parse: (index) => (typeof index === 'number' ? reading[index] : undefined) ?? unreadable,
    itemName: 'report',
  });
}

/** What was parsed may still be nested too deeply to be written. */
function bytesOf(body: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(body ?? null));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('invalid-request', { errors: [{ field: 'body', reason: 'is nested too deeply' }] });
  }
}
