/** Ingests the JSON that a product posts to its connection. */
import type * as z from 'zod/mini';
import type { ReportAnswer } from '../../../contract/reports.ts';
import { AppError } from '../../shared/app-error.ts';
import { ingestAndAnswer, type IngestContext, invalidBody } from '../http/ingest-body.ts';
import { describeUnknownDevice, isUnroutable, type Unroutable } from '../mqtt/message.ts';
import { isRefusal } from '../parse-report.ts';
import type { LookUpRooms } from '../rooms/room-lookup.ts';
import type { Sighting } from '../rooms/sighting.ts';
import type { Connection } from './connection.ts';

export interface PostedMessage extends IngestContext {
  readonly lookUpRooms: LookUpRooms;
  /** Undefined for a name that the equipment file does not have. */
  readonly connection: Connection | undefined;
  readonly body: unknown;
  /** Counts a message that changes nothing. */
  readonly onDropped: (reason: string) => void;
  /** Called for a device that no room has, and for a room that does not exist. */
  readonly onUnknown: (sighting: Sighting) => void;
}

/**
 * Throws AppError `not-found` for an unknown connection, and `invalid-request` for a refused message. A connection
 * without a room in the scope of the key is not found either, because its names belong to another tenant.
 */
export async function ingestPosted(posted: PostedMessage): Promise<z.infer<typeof ReportAnswer>> {
  const { lookUpRooms, connection, body, onDropped, onUnknown: _, ...context } = posted;
  const roomOf = await lookUpRooms(context.caller.scope, connection?.rooms ?? []);
  const isVisible = (room: string) => typeof roomOf(room) === 'object';
  if (connection === undefined || !connection.rooms.some(isVisible)) {
    if (connection !== undefined) await recordUnknown(posted, connection);
    const detail =
      'The equipment file (EQUIPMENT_FILE) has no such connection, or this device key knows none of its rooms.';
    throw new AppError('not-found', { detail });
  }
  const parsed = connection.parsePosted(body, isVisible);
  if (parsed === 'ignored-by-preset') {
    onDropped(parsed);
    return { results: [] };
  }
  if (isUnroutable(parsed)) {
    if (typeof parsed === 'object') await recordUnknown(posted, connection);
    throw invalidBody(reasonOf(parsed));
  }
  return ingestAndAnswer(parsed, { ...context, isList: true, itemName: 'report' });
}

/** Only for a room that does not exist at all: one that the key may not see belongs to another tenant. */
async function recordUnknown({ lookUpRooms, body, onUnknown }: PostedMessage, connection: Connection): Promise<void> {
  const parsed = connection.parsePosted(body, () => true);
  if (isUnroutable(parsed)) {
    if (typeof parsed === 'object') onUnknown(parsed);
    return;
  }
  const items = parsed.flatMap((item) => (isRefusal(item) ? [] : [item]));
  const roomOf = await lookUpRooms(
    { kind: 'everything' },
    items.map(({ room }) => room.name),
  );
  for (const item of items) if (roomOf(item.room.name) === 'unknown') onUnknown(item);
}

/** A room that the key may not see is treated like a room that does not exist. */
function reasonOf(unroutable: Unroutable): string {
  return typeof unroutable === 'string'
    ? 'is not read by this connection: its preset needs topics, so it works with MQTT only'
    : describeUnknownDevice(unroutable, 'room that the key may see');
}
