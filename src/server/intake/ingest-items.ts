/** Ingests parsed items from devices: resolves their rooms, applies them, logs refusals and returns one result each. */
import type { Incoming, Outcome } from '../../domain/ingest/incoming.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { DeviceCaller } from '../http/api-server.ts';
import { retryLater } from '../shared/retry-later.ts';
import { createThrottledLog, type WarnLog } from '../shared/throttled-log.ts';
import { isShown, isStored, isUnknownRoom, type ItemResult, resultOf, roomRefusal } from './item-result.ts';
import { isRefusal, type ParsedItem, type Refusal, type RoomReference } from './parse-report.ts';
import { createKnownRoomCache } from './rooms/known-rooms.ts';
import { isUuid } from './rooms/resolve-rooms.ts';
import type { LookUpRooms } from './rooms/room-lookup.ts';

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

export interface IntakeLog extends WarnLog {
  info(details: object, message: string): void;
}

/** Resolves with one result per item, in order, after the commit. Throws what `ReceiveReports` throws. */
export type IngestItems = (
  items: readonly (ParsedItem | Refusal)[],
  caller: DeviceCaller,
  log: IntakeLog,
) => Promise<readonly ItemResult[]>;

export interface IngestItemsOptions {
  readonly database: Database;
  readonly lookUpRooms: LookUpRooms;
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

/** `index`: the position of the item in what was passed to `ReceiveReports`. */
interface Resolved {
  readonly room: RoomReference;
  readonly uuid: string;
  readonly index: number;
}

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

  /** Logs the refusals and returns the results as the sender gets them. */
  async function withRefusals(results: readonly (ItemResult | Refusal)[], caller: DeviceCaller, log: IntakeLog) {
    for (const result of results) if (isRefusal(result)) logRefusal(result, caller, log);
    // Only the first result gets the list: a thousand wrong names would otherwise be answered with megabytes.
    const first = results.find(isUnknownRoom);
    const known = first === undefined ? {} : await knownRooms(first, caller, log);
    return results.map((result): ItemResult => {
      if (!isRefusal(result)) return result;
      const { kind: _, topic: _topic, ...refusal } = result;
      return { outcome: 'refused', ...refusal, ...(result === first && known) };
    });
  }

  return async (items, caller, log) => {
    const uuidOf = await resolveReferences(options, caller, items);
    const incoming: Incoming[] = [];
    const resolved = items.map((item): Refusal | Resolved => {
      if (isRefusal(item)) return item;
      const { room, unknownStatus, unusedTime } = item;
      const uuid = uuidOf(room);
      if (uuid === 'unknown' || uuid === 'ambiguous') return roomRefusal(room, uuid);
      if (unknownStatus !== undefined) logUnknownStatus(uuid, unknownStatus, caller, log);
      if (unusedTime !== undefined) logUnusedTime(uuid, unusedTime, caller, log);
      return { room, uuid, index: incoming.push(item.incoming(uuid)) - 1 };
    });
    const outcomes = incoming.length === 0 ? [] : await receive(incoming, caller);
    const results = resolved.map((item) => (isRefusal(item) ? item : resultOf(item, outcomes[item.index])));
    logNotShown(results, caller, log);
    for (const [index, result] of results.entries()) onResult(...countedAs(result, items[index]));
    return results.every(isStored) ? results : withRefusals(results, caller, log);
  };
}

/** Uuids need no lookup: `receive` checks whether the stream exists in the scope of the key. */
async function resolveReferences(
  { database, lookUpRooms }: Pick<IngestItemsOptions, 'database' | 'lookUpRooms'>,
  { scope }: DeviceCaller,
  items: readonly (ParsedItem | Refusal)[],
): Promise<(room: RoomReference) => string> {
  const names = new Set<string>();
  for (const item of items) if (!isRefusal(item) && !isUuid(item.room.name)) names.add(item.room.name);
  if (names.size === 0) return ({ name }) => name.toLowerCase();
  try {
    const roomOf = await lookUpRooms(scope, [...names]);
    return ({ name }) => {
      if (isUuid(name)) return name.toLowerCase();
      const room = roomOf(name);
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
  const notShown = results.filter((result) => isStored(result) && !isShown(result));
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
