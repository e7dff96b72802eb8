/** Ingests parsed items from devices: resolves their rooms, applies them, logs refusals and returns one result each. */
import type { Incoming, Outcome } from '../../domain/ingest/incoming.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { DeviceCaller } from '../http/api-server.ts';
import { retryLater } from '../shared/retry-later.ts';
import { createItemLog, type IntakeLog, logNotShown } from './item-log.ts';
import { isShown, isStored, isUnknownRoom, type ItemResult, resultOf, roomRefusal } from './item-result.ts';
import { isRefusal, type MeasuredSource, type ParsedItem, type Refusal, type RoomReference } from './parse-report.ts';
import { createKnownRoomCache } from './rooms/known-rooms.ts';
import { isUuid } from './rooms/resolve-rooms.ts';
import type { LookUpRooms, RoomOf } from './rooms/room-lookup.ts';

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
  /** Called for an item that names no room in the scope of its sender, or several. */
  readonly onUnknownRoom?: (item: ParsedItem, caller: DeviceCaller) => void;
  /** Called for an accepted item that has battery or signal. */
  readonly onMeasured?: (streamUUID: string, measured: MeasuredSource) => void;
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
  const { database, lookUpRooms, receive, elapsed = () => performance.now() } = options;
  const { logParsed, logRefusal } = createItemLog(elapsed);
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

  async function lookUp(names: readonly string[], { scope }: DeviceCaller): Promise<RoomOf> {
    try {
      return await lookUpRooms(scope, names);
    } catch (error) {
      if (database.isUnavailable(error)) throw retryLater('unavailable', 'Rooms cannot be looked up right now.');
      throw error;
    }
  }

  /** Logs the refusals and returns the results as the sender gets them. */
  async function withRefusals(results: readonly (ItemResult | Refusal)[], caller: DeviceCaller, log: IntakeLog) {
    for (const result of results) if (isRefusal(result)) logRefusal(result, caller, log);
    // Only the first result gets the list: a thousand wrong names would otherwise be answered with megabytes.
    const first = results.find(isUnknownRoom);
    const known = first === undefined ? {} : await knownRooms(first, caller, log);
    return results.map((result): ItemResult => {
      if (!isRefusal(result)) return result;
      const { kind: _, topic: _topic, code: _code, values: _values, ...refusal } = result;
      return { outcome: 'refused', ...refusal, ...(result === first && known) };
    });
  }

  return async (items, caller, log) => {
    const names = namesOf(items);
    const roomOf = names.length === 0 ? noRooms : await lookUp(names, caller);
    const incoming: Incoming[] = [];
    const resolved = items.map((item): Refusal | Resolved => {
      if (isRefusal(item)) return item;
      const { room } = item;
      const uuid = uuidOf(room, roomOf);
      if (uuid === 'unknown' || uuid === 'ambiguous') return roomRefusal(room, uuid);
      logParsed(item, uuid, caller, log);
      return { room, uuid, index: incoming.push(item.incoming(uuid)) - 1 };
    });
    const outcomes = incoming.length === 0 ? [] : await receive(incoming, caller);
    const results = resolved.map((item) =>
      isRefusal(item) ? item : resultOf(item, outcomes[item.index], incoming[item.index]),
    );
    logNotShown(results, caller, log);
    observe(results, items, caller, options);
    if (results.every(isStored)) return results;
    return withRefusals(results, caller, log);
  };
}

/** Counts each result, and passes on what it says about its device. */
function observe(
  results: readonly (ItemResult | Refusal)[],
  items: readonly (ParsedItem | Refusal)[],
  caller: DeviceCaller,
  { onResult, onUnknownRoom, onMeasured }: IngestItemsOptions,
): void {
  for (const [index, result] of results.entries()) {
    const item = items[index];
    onResult(...countedAs(result, item));
    if (item === undefined || isRefusal(item)) continue;
    if (isRefusal(result)) {
      if (isUnknownRoom(result)) onUnknownRoom?.(item, caller);
    } else if (item.measured !== undefined) {
      onMeasured?.(result.stream ?? '', item.measured);
    }
  }
}

const noRooms: RoomOf = () => 'unknown';

/** The names to look up. Uuids need no lookup: `receive` checks whether the stream exists in the scope of the key. */
function namesOf(items: readonly (ParsedItem | Refusal)[]): readonly string[] {
  const names = new Set<string>();
  for (const item of items) if (!isRefusal(item) && !isUuid(item.room.name)) names.add(item.room.name);
  return [...names];
}

function uuidOf({ name }: RoomReference, roomOf: RoomOf): string {
  if (isUuid(name)) return name.toLowerCase();
  const room = roomOf(name);
  return typeof room === 'string' ? room : room.uuid;
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
