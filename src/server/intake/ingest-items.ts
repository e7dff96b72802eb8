/** Ingests parsed items from devices: resolves their rooms, applies them, logs refusals and returns one result each. */
import type * as z from 'zod/mini';
import type { LineResult } from '../../contract/reports.ts';
import type { Incoming, Outcome } from '../../domain/ingest/incoming.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { DeviceCaller } from '../http/api-server.ts';
import { retryLater } from '../shared/retry-later.ts';
import { createThrottledLog, type WarnLog } from '../shared/throttled-log.ts';
import { isRefusal, type ParsedItem, type Refusal, type RoomReference } from './parse-report.ts';
import { createKnownRoomCache } from './rooms/known-rooms.ts';
import { isUuid, resolveRooms } from './rooms/resolve-rooms.ts';

/**
 * Applies reports to their streams. The feature `rooms` implements it, `app/` passes it in.
 *
 * Resolves with one outcome per item, in order, after the commit. Throws when the items cannot be stored: AppError
 * `unavailable` when a retry may succeed.
 */
export type ReceiveReports = (
  items: readonly Incoming[],
  sender: { readonly keyId: string; readonly scope: Scope },
) => Promise<readonly Outcome[]>;

/** The result of one item, without its index or line number. */
export type ItemResult = Omit<z.infer<typeof LineResult>, 'line'>;

export interface IntakeLog extends WarnLog {
  info(details: object, message: string): void;
}

/** Resolves with one result per item, in order, after the commit. Throws what `ReceiveReports` throws. */
export type IngestItems = (
  items: readonly (ParsedItem | Refusal)[],
  caller: DeviceCaller,
  log: IntakeLog,
) => Promise<ItemResult[]>;

export interface IngestItemsOptions {
  readonly database: Database;
  readonly receive: ReceiveReports;
  /**
   * Counts a result. `kind`: the kind of a refusal; for an accepted report, `history` if it is not shown, or
   * `time-of-receipt` if its time is not valid.
   */
  readonly onResult: (
    outcome: ItemResult['outcome'],
    kind: Refusal['kind'] | 'history' | 'time-of-receipt' | undefined,
  ) => void;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
}

type Resolved = Refusal | { readonly room: RoomReference; readonly uuid: string; readonly index: number };

export function createIngestItems(options: IngestItemsOptions): IngestItems {
  const { database, receive, onResult, elapsed = () => performance.now() } = options;
  const throttledLog = createThrottledLog(elapsed);
  const knownRoomsOf = createKnownRoomCache(database, elapsed);

  /**
   * Lists the known rooms for the answer; for an ambiguous alias only the rooms that have it. Never rejects, because the
   * other items of the call are already stored.
   */
  async function knownRooms(refusal: Refusal, { scope }: DeviceCaller, log: IntakeLog): Promise<Partial<ItemResult>> {
    try {
      const alias = refusal.kind === 'ambiguous-room' ? (refusal.room ?? refusal.stream) : undefined;
      const { rooms, total } = await knownRoomsOf(scope, alias);
      return { known: rooms, knownInAll: total };
    } catch (error) {
      log.warn({ err: error }, 'the known rooms cannot be listed');
      return {};
    }
  }

  function logUnknownStatus(stream: string, status: number, { keyName: device }: DeviceCaller, log: IntakeLog): void {
    const details = { stream, status };
    throttledLog(log, { device, kind: `${stream} ${status}`, details, message: 'unknown room status code' });
  }

  function logRefusal(refusal: Refusal, { keyName: device }: DeviceCaller, log: IntakeLog): void {
    const { kind: _, ...details } = refusal;
    const { field, reason, room, stream, topic } = details;
    const kind = `${field} ${reason} ${room} ${stream} ${topic}`;
    throttledLog(log, { device, kind, details, message: 'report refused' });
  }

  function logUnusedTime(stream: string, time: string, { keyName: device }: DeviceCaller, log: IntakeLog): void {
    const message =
      'the time of a message cannot be used, so its time of receipt is used: it needs a zone, or the unit';
    throttledLog(log, { device, kind: `time ${stream}`, details: { stream, unusedTime: time }, message });
  }

  return async (items, caller, log) => {
    const uuidOf = await resolveReferences(database, caller, items);
    const incoming: Incoming[] = [];
    const resolved = items.map((item): Resolved => {
      if (isRefusal(item)) return item;
      const uuid = uuidOf(item.room);
      if (uuid === 'unknown' || uuid === 'ambiguous') return roomRefusal(item.room, uuid);
      if (item.unknownStatus !== undefined) logUnknownStatus(uuid, item.unknownStatus, caller, log);
      if (item.unusedTime !== undefined) logUnusedTime(uuid, item.unusedTime, caller, log);
      return { room: item.room, uuid, index: incoming.push(item.incoming(uuid)) - 1 };
    });
    const outcomes = incoming.length === 0 ? [] : await receive(incoming, caller);
    const results = resolved.map((item) => (isRefusal(item) ? item : resultOf(item, outcomes[item.index])));

    logNotShown(results, caller, log);
    for (const [index, result] of results.entries()) {
      if (isRefusal(result)) logRefusal(result, caller, log);
      onResult(...countedAs(result, items[index]));
    }
    // Only the first result gets the list: a thousand wrong names would otherwise be answered with megabytes.
    const first = results.find(isUnknownRoom);
    const known = first === undefined ? {} : await knownRooms(first, caller, log);
    return results.map((result): ItemResult => {
      if (!isRefusal(result)) return result;
      const { kind: _, topic: _topic, ...refusal } = result;
      return { outcome: 'refused', ...refusal, ...(result === first && known) };
    });
  };
}

/** Uuids need no lookup: `receive` checks whether the stream exists in the scope of the key. */
async function resolveReferences(
  database: Database,
  { scope }: DeviceCaller,
  items: readonly (ParsedItem | Refusal)[],
): Promise<(room: RoomReference) => string> {
  const names = items.flatMap((item) => (isRefusal(item) || isUuid(item.room.name) ? [] : [item.room.name]));
  try {
    const rooms = await resolveRooms(database, scope, [...new Set(names)]);
    return ({ name }) => {
      const room = isUuid(name) ? { uuid: name.toLowerCase() } : (rooms.get(name) ?? 'unknown');
      return typeof room === 'string' ? room : room.uuid;
    };
  } catch (error) {
    if (database.isUnavailable(error)) throw retryLater('unavailable', 'Rooms cannot be looked up right now.');
    throw error;
  }
}

/**
 * Logs reports that are stored but not shown. A device with a slow clock sends reports, but its card does not change.
 * Logs once per call, because a gateway that was offline may send many old reports.
 */
function logNotShown(results: readonly (ItemResult | Refusal)[], { keyName }: DeviceCaller, log: IntakeLog): void {
  const notShown = results.filter((result) => !isRefusal(result) && !isShown(result));
  if (notShown.length === 0) return;
  log.info({ ...notShown[0], reports: notShown.length, device: keyName }, 'report not shown');
}

function countedAs(
  result: ItemResult | Refusal,
  item: ParsedItem | Refusal | undefined,
): Parameters<IngestItemsOptions['onResult']> {
  if (isRefusal(result)) return ['refused', result.kind];
  if (!isShown(result)) return [result.outcome, 'history'];
  const hasUnusedTime = item !== undefined && 'unusedTime' in item;
  return [result.outcome, hasUnusedTime ? 'time-of-receipt' : undefined];
}

/** An accepted report has a reason only if it is not shown. */
function isShown({ reason }: ItemResult): boolean {
  return reason === undefined;
}

function resultOf(
  { room, uuid }: { readonly room: RoomReference; readonly uuid: string },
  outcome: Outcome | undefined,
): ItemResult | Refusal {
  if (outcome === undefined) throw new Error('a report has no outcome');
  if (outcome.outcome === 'unknown-stream') return roomRefusal(room, 'unknown');
  const { isLate, ...rest } = outcome;
  const notShown = { field: 'at', reason: 'is too old or out of order: the report is stored, and not shown' };
  return { ...rest, stream: uuid, ...(room.field === 'room' && { room: room.name }), ...(isLate && notShown) };
}

function roomRefusal({ field, name }: RoomReference, why: 'unknown' | 'ambiguous'): Refusal {
  return {
    field,
    [field]: name,
    ...(why === 'unknown'
      ? { kind: 'unknown-room', reason: 'is not known to this device key' }
      : {
          kind: 'ambiguous-room',
          reason: 'is the alias of several rooms: write location/room, with the alias or uuid of the location',
        }),
  };
}

function isUnknownRoom(result: ItemResult | Refusal): result is Refusal {
  return isRefusal(result) && (result.kind === 'unknown-room' || result.kind === 'ambiguous-room');
}
