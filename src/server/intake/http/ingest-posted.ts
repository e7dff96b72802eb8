/** Ingests the JSON that a device posts by HTTP to an equipment connection. */
import type * as z from 'zod/mini';
import type { ReportResponse } from '../../../contract/intake/reports.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { type DeviceCall, type HttpIntake, ingestItems, createBodyError } from './ingest-body.ts';
import { describeUnknownDevice, isUnroutableMessage, type UnroutableMessage } from '../../messages/message.ts';
import { isRefusal } from '../../messages/parse-report.ts';
import type { UnknownRoomCollector } from '../../devices/rooms/unknown-rooms.ts';
import type { Connection } from '../../equipment/connection.ts';

interface PostedPorts {
  readonly http: HttpIntake;
  readonly unknownRooms: Pick<UnknownRoomCollector, 'record'>;
  readonly metrics: Pick<Metrics, 'countReport'>;
}

/**
 * Throws AppError `not-found` for an unknown connection, and `invalid-request` for a refused message. A connection
 * without a room in the scope of the key is not found either, because its names belong to another tenant. Throws
 * AppError `unavailable` if the rooms have moved to another cell. `connection`: undefined if no connection has the posted
 * name.
 */
export async function ingestPostedMessage(
  ports: PostedPorts,
  call: DeviceCall,
  connection: Connection | undefined,
): Promise<z.infer<typeof ReportResponse>> {
  const roomOf = await ports.http.intake.rooms.lookUp(call.caller.scope, connection?.rooms ?? []);
  const isVisible = (room: string) => typeof roomOf(room) === 'object';
  if (connection === undefined || !connection.rooms.some(isVisible)) {
    await ports.http.intake.assertNotMoved(call.caller);
    if (connection !== undefined) await recordUnknown(ports, call, connection);
    const detail = 'There is no such connection, or this device key knows none of its rooms.';
    throw new AppError('not-found', { detail });
  }
  const parsed = connection.parsePosted(call.body, isVisible);
  if (parsed === 'ignored-by-preset') {
    ports.metrics.countReport('http', 'dropped', parsed);
    return { results: [] };
  }
  if (isUnroutableMessage(parsed)) {
    await ports.http.intake.assertNotMoved(call.caller);
    if (typeof parsed === 'object') await recordUnknown(ports, call, connection);
    throw createBodyError(reasonOf(parsed));
  }
  return ingestItems(ports.http, call, parsed, { isList: true, itemName: 'report' });
}

/** Records the unknown devices and rooms of a message, without rooms of other tenants, which the key may not see. */
async function recordUnknown(
  { http, unknownRooms }: PostedPorts,
  { body, caller }: DeviceCall,
  connection: Connection,
): Promise<void> {
  const parsed = connection.parsePosted(body, () => true);
  if (isUnroutableMessage(parsed)) {
    if (typeof parsed === 'object') unknownRooms.record(parsed, caller, 'http');
    return;
  }
  const items = parsed.flatMap((item) => (isRefusal(item) ? [] : [item]));
  const roomOf = await http.intake.rooms.lookUp(
    { kind: 'everything' },
    items.map(({ room }) => room.name),
  );
  for (const item of items) if (roomOf(item.room.name) === 'unknown') unknownRooms.record(item, caller, 'http');
}

/** Explains to the sender why a message concerns no room. A room that the key may not see counts as one that does not exist. */
function reasonOf(unroutable: UnroutableMessage): string {
  return typeof unroutable === 'string'
    ? 'is not read by this connection: its preset needs topics, so it works with MQTT only'
    : describeUnknownDevice(unroutable, 'room that the key may see');
}
