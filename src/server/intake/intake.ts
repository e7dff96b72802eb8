/** Ingests the items that devices sent by HTTP, NDJSON or MQTT: finds rooms, stores, and returns one result for each. */
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { DeviceCaller } from '../http/api-server.ts';
import type { ReportReceiver } from './reports/receive-reports.ts';
import type { IntakeChannel, Metrics } from '../shared/metrics.ts';
import { retryLater } from '../shared/retry-later.ts';
import type { BatteryRecord } from '../devices/battery/battery-record.ts';
import { createItemLog, type IntakeLog, logHiddenReports } from './item-log.ts';
import { isShown, isStored, isUnknownRoom, type ItemResult, itemResultOf, createRoomRefusal } from './item-result.ts';
import { isRefusal, type ParsedItem, type Refusal, type RoomReference } from '../messages/parse-report.ts';
import { createKnownRoomCache } from '../room-names/known-rooms.ts';
import { isUuid } from '../room-names/resolve-rooms.ts';
import { createRoomLookup, type RoomLookup, type FindRoom } from '../room-names/room-lookup.ts';
import type { UnknownRoomCollector } from '../devices/rooms/unknown-rooms.ts';

export interface IntakePorts {
  readonly database: Database;
  readonly receiver: Pick<ReportReceiver, 'receive'>;
  readonly unknownRooms: Pick<UnknownRoomCollector, 'record'>;
  readonly batteries: Pick<BatteryRecord, 'record'>;
  readonly metrics: Pick<Metrics, 'countReport'>;
}

/** An item whose room exists. `index`: the position of the item in the list that the receiver of reports got. */
interface Resolved {
  readonly room: RoomReference;
  readonly uuid: string;
  readonly index: number;
}

type Item = ParsedItem | Refusal;

export class Intake {
  readonly rooms: RoomLookup;
  readonly #ports: IntakePorts;
  readonly #log = createItemLog(() => performance.now());
  readonly #knownRooms: ReturnType<typeof createKnownRoomCache>;

  constructor(ports: IntakePorts) {
    this.#ports = ports;
    this.rooms = createRoomLookup(ports.database);
    this.#knownRooms = createKnownRoomCache(ports.database, () => performance.now());
  }

  /** Resolves with one result per item, in order, when the items are stored. Throws what `ReportReceiver.receive` throws. */
  async ingest(
    items: readonly Item[],
    caller: DeviceCaller,
    channel: IntakeChannel,
    log: IntakeLog,
  ): Promise<readonly ItemResult[]> {
    const roomOf = await this.#resolveRooms(items, caller.scope);
    const incoming: IncomingItem[] = [];
    const resolved = items.map((item): Refusal | Resolved => {
      if (isRefusal(item)) return item;
      const { room } = item;
      const uuid = uuidOf(room, roomOf);
      if (uuid === 'unknown' || uuid === 'ambiguous') return createRoomRefusal(room, uuid);
      this.#log.logParsed(item, uuid, caller, log);
      return { room, uuid, index: incoming.push(item.incoming(uuid)) - 1 };
    });
    const outcomes = await this.#ports.receiver.receive(incoming, caller);
    const results = resolved.map((item) =>
      isRefusal(item) ? item : itemResultOf(item, outcomes[item.index], incoming[item.index]),
    );
    if (results.some((result) => isRefusal(result) && isUnknownRoom(result))) await this.assertNotMoved(caller);
    for (const [index, result] of results.entries()) this.#record(result, items[index], caller, channel);
    logHiddenReports(results, caller, log);
    return results.every(isStored) ? results : this.#withRefusals(results, caller, log);
  }

  /** Looks up rooms by name. A uuid needs no lookup: the receiver checks if its stream is in the scope of the key. */
  async #resolveRooms(items: readonly Item[], scope: Scope): Promise<FindRoom> {
    const { database } = this.#ports;
    const names = new Set<string>();
    for (const item of items) if (!isRefusal(item) && !isUuid(item.room.name)) names.add(item.room.name);
    if (names.size === 0) return noRooms;
    try {
      return await this.rooms.lookUp(scope, [...names]);
    } catch (error) {
      if (database.isUnavailable(error)) throw retryLater('unavailable', 'Rooms cannot be looked up right now.');
      throw error;
    }
  }

  /**
   * Throws AppError `unavailable` when the client of the key has moved to another cell since the key was looked up. Its
   * rooms are unknown here, and a device would drop a report that is refused for good.
   */
  async assertNotMoved({ scope }: DeviceCaller): Promise<void> {
    if (scope.kind === 'everything') return;
    const moved = this.#ports.database.query.selectFrom('moved_room').select('stream_uuid').limit(1);
    if ((await moved.where(`${scope.kind}_uuid`, '=', scope.uuid).executeTakeFirst()) === undefined) return;
    throw retryLater('unavailable', 'The rooms have moved to another server. Send it again.', 1);
  }

  /** Counts a result, and records what its item says about its device. */
  #record(result: ItemResult | Refusal, item: Item | undefined, caller: DeviceCaller, channel: IntakeChannel): void {
    const { metrics, unknownRooms, batteries } = this.#ports;
    if (isRefusal(result)) metrics.countReport(channel, 'refused', result.kind);
    else metrics.countReport(channel, result.outcome, remarkOf(result, item));
    if (item === undefined || isRefusal(item)) return;
    if (isRefusal(result)) {
      if (isUnknownRoom(result)) unknownRooms.record(item, caller, channel);
    } else if (item.measured !== undefined) {
      batteries.record(result.stream ?? '', item.measured);
    }
  }

  /** Logs the refusals and returns the results as the sender gets them. */
  async #withRefusals(results: readonly (ItemResult | Refusal)[], caller: DeviceCaller, log: IntakeLog) {
    for (const result of results) if (isRefusal(result)) this.#log.logRefusal(result, caller, log);
    // Only the first result gets the list of known rooms: a list for each of a thousand wrong names would have megabytes.
    const first = results.find(isUnknownRoom);
    const known = first === undefined ? {} : await this.#listKnownRooms(first, caller, log);
    return results.map((result): ItemResult => {
      if (!isRefusal(result)) return result;
      const { kind: _, topic: _topic, code: _code, values: _values, ...refusal } = result;
      return { outcome: 'refused', ...refusal, ...(result === first && known) };
    });
  }

  /**
   * Lists the known rooms for the response; for an ambiguous alias only the rooms that have it. Never rejects, because
   * the other items of the call are already stored.
   */
  async #listKnownRooms(refusal: Refusal, { scope }: DeviceCaller, log: IntakeLog): Promise<Partial<ItemResult>> {
    try {
      const alias = refusal.kind === 'ambiguous-room' ? (refusal.room ?? refusal.stream) : undefined;
      const { rooms, total } = await this.#knownRooms(scope, alias);
      return { known: rooms, knownInAll: total };
    } catch (error) {
      log.warn({ err: error }, 'the known rooms cannot be listed');
      return {};
    }
  }
}

const noRooms: FindRoom = () => 'unknown';

function uuidOf({ name }: RoomReference, roomOf: FindRoom): string {
  if (isUuid(name)) return name.toLowerCase();
  const room = roomOf(name);
  return typeof room === 'string' ? room : room.uuid;
}

/** What the metrics say about a stored report besides its outcome: it is history only, or its time of receipt is used. */
function remarkOf(result: ItemResult, item: Item | undefined): 'history' | 'time-of-receipt' | undefined {
  if (!isShown(result)) return 'history';
  return item !== undefined && 'unusedTime' in item ? 'time-of-receipt' : undefined;
}
