/** From what devices sent, already parsed, to what they are answered: the same for every way in. */
import type * as z from 'zod/mini';
import type { LineResult } from '../../contract/reports.ts';
import type { Incoming, Outcome } from '../../domain/ingest/incoming.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { DeviceCaller } from '../http/api-server.ts';
import { retryLater } from '../shared/retry-later.ts';
import { resolveRooms, isUuid } from './rooms/resolve-rooms.ts';
import { createKnownRoomCache } from './rooms/known-rooms.ts';
import { type ParsedItem, isRefusal, type RoomReference, type Refusal } from './parse-report.ts';
import { createThrottledLog } from '../shared/throttled-log.ts';

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

/** Without its place. */
export type ItemResult = Omit<z.infer<typeof LineResult>, 'line'>;

export interface IntakeLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface IngestItemsOptions {
  readonly database: Database;
  readonly receive: ReceiveReports;
  /** Told of each result, for counting. `kind`: of a refusal; `history`: accepted, and not shown. */
  readonly onResult: (outcome: ItemResult['outcome'], kind: Refusal['kind'] | 'history' | undefined) => void;
  /** Milliseconds of a clock that is never set. */
  readonly elapsed?: () => number;
}

export type IngestItems = (
  items: readonly (ParsedItem | Refusal)[],
  caller: DeviceCaller,
  log: IntakeLog,
) => Promise<ItemResult[]>;

/** One result each, in order, once all are durable. Throws what `receive` throws: then none was taken. */
export function createIngestItems(options: IngestItemsOptions): IngestItems {
  const { database, receive, onResult, elapsed = () => performance.now() } = options;
  const say = createThrottledLog(elapsed);
  const listKnown = createKnownRoomCache(database, elapsed);

  /** A help: the others of the list are taken by then, so that its failure must not be theirs. */
  async function knownRooms({ scope }: DeviceCaller, log: IntakeLog) {
    try {
      return await listKnown(scope);
    } catch (error) {
      log.warn({ err: error }, 'the known rooms cannot be told');
      return undefined;
    }
  }

  return async (items, caller, log) => {
    const { keyName: device } = caller;
    const found = await findNamed(database, caller, items);
    const sent: Incoming[] = [];
    const resolved = items.map((item): Resolved => {
      if (isRefusal(item)) return item;
      const uuid = found(item.room);
      if (uuid === 'unknown' || uuid === 'ambiguous') return refusalOfRoom(item.room, uuid);
      if (item.unknownStatus !== undefined) {
        const details = { stream: uuid, status: item.unknownStatus };
        say(log, { device, kind: `${uuid} ${item.unknownStatus}`, details, message: 'unknown room status code' });
      }
      return { room: item.room, uuid, place: sent.push(item.incoming(uuid)) - 1 };
    });
    const outcomes = sent.length === 0 ? [] : await receive(sent, caller);
    const results = resolved.map((item) => ('place' in item ? resultOf(item, outcomes[item.place]) : item));

    tellNotShown(results, caller, log);
    const known = results.some(isOfUnknownRoom) ? await knownRooms(caller, log) : undefined;
    let isTold = false;
    return results.map((result): ItemResult => {
      if (!('kind' in result)) {
        onResult(result.outcome, isShown(result) ? undefined : 'history');
        return result;
      }
      const { kind, ...refusal } = result;
      onResult('refused', kind);
      const { field, reason, room, stream } = refusal;
      const words = [field, reason, room, stream].join(' ');
      say(log, { device, kind: words, details: { ...refusal }, message: 'report refused' });
      if (known === undefined || isTold || !isOfUnknownRoom(result)) return { outcome: 'refused', ...refusal };
      isTold = true;
      return { outcome: 'refused', ...refusal, known: [...known.rooms], knownInAll: known.total };
    });
  };
}

/**
 * A device whose clock is behind is alive, and its card never moves. One line for all: a gateway that was cut off
 * sends a whole night at once, and nothing is wrong with that.
 */
function tellNotShown(results: readonly (ItemResult | Refusal)[], caller: DeviceCaller, log: IntakeLog): void {
  const [first, ...others] = results.filter((result) => !('kind' in result) && !isShown(result));
  if (first === undefined) return;
  log.info({ ...first, reports: 1 + others.length, device: caller.keyName }, 'report not shown');
}

function isShown({ reason }: ItemResult): boolean {
  return reason === undefined;
}

type Resolved = Refusal | { readonly room: RoomReference; readonly uuid: string; readonly place: number };

/** Whether a uuid is of a room in scope is seen as it is received: no need to ask twice. */
async function findNamed(database: Database, { scope }: DeviceCaller, items: readonly (ParsedItem | Refusal)[]) {
  const names = items.flatMap((item) => (isRefusal(item) || isUuid(item.room.name) ? [] : [item.room.name]));
  const rooms = names.length === 0 ? new Map<string, never>() : await find([...new Set(names)]);

  async function find(unique: readonly string[]) {
    try {
      return await resolveRooms(database, scope, unique);
    } catch (error) {
      if (database.isUnavailable(error)) throw retryLater('unavailable', 'Rooms cannot be looked up right now.');
      throw error;
    }
  }

  return ({ name }: RoomReference): string => {
    const room = isUuid(name) ? { uuid: name.toLowerCase() } : (rooms.get(name) ?? 'unknown');
    return typeof room === 'string' ? room : room.uuid;
  };
}

function resultOf(
  { room, uuid }: { readonly room: RoomReference; readonly uuid: string },
  outcome: Outcome | undefined,
): ItemResult | Refusal {
  if (outcome === undefined) throw new Error('a report was left without an answer');
  if (outcome.outcome === 'unknown-stream') return refusalOfRoom(room, 'unknown');
  const { isLate, ...rest } = outcome;
  const notShown = { field: 'at', reason: 'is long ago, or older than what is known: kept in the log, and not shown' };
  return { ...rest, stream: uuid, ...(room.field === 'room' && { room: room.name }), ...(isLate && notShown) };
}

function refusalOfRoom({ field, name }: RoomReference, why: 'unknown' | 'ambiguous'): Refusal {
  return {
    field,
    [field]: name,
    ...(why === 'unknown'
      ? { kind: 'unknown-room', reason: 'is not known to this device key' }
      : {
          kind: 'ambiguous-room',
          reason: 'is the alias of several rooms: write the alias or uuid of the location before it, as location/room',
        }),
  };
}

function isOfUnknownRoom(result: ItemResult | Refusal): boolean {
  return 'kind' in result && (result.kind === 'unknown-room' || result.kind === 'ambiguous-room');
}
