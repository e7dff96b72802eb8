/** A device at the embedded broker: in whose name it speaks, and what it has said and is not yet stored. */
import { isWithin } from '../../../../domain/user.ts';
import type { Database } from '../../../database/database.ts';
import type { DeviceCaller } from '../../../http/api-server.ts';
import { resolveRooms, isUuid } from '../../rooms/resolve-rooms.ts';
import type { TokenBuckets } from '../../limits/token-bucket.ts';
import type { LogRefusal } from '../refusal-log.ts';
import type { Message } from '../message.ts';
import { type MessageQueue, pause } from '../message-queue.ts';
import { locationOf, parseRoomTopic } from '../topics.ts';

export interface DeviceSession {
  readonly caller: DeviceCaller;
  /** In the order in which it came. Rejects when the device is to repeat it. */
  take(message: Message): Promise<'taken' | 'dropped'>;
  /** Whether it may ask to listen to that as well: so many different filters, and no more. */
  mayAsk(filter: string): boolean;
  /** Its connection has ended: what has not had its turn is given up, and counted. */
  leave(): void;
  /** Resolves when what was taken is stored or given up. */
  close(): Promise<void>;
}

/** Each is looked up, and kept. */
const mostFilters = 200;

export function createDeviceSession(options: {
  readonly caller: DeviceCaller;
  readonly queue: MessageQueue;
  readonly limits: TokenBuckets;
  readonly logRefusal: LogRefusal;
  /** Told of each message. */
  readonly onUsed: () => void;
}): DeviceSession {
  const { caller, queue, limits, logRefusal, onUsed } = options;
  const closing = new AbortController();
  const asked = new Set<string>();
  let turn = Promise.resolve();
  let isGone = false;

  /** A flood is slowed down, not lost: what is not read waits with the device. */
  async function waitForTurn({ topic }: Message): Promise<void> {
    let isTold = false;
    for (let waitMs = limits.waitMs(caller); waitMs > 0; waitMs = limits.waitMs(caller)) {
      if (!isTold) logRefusal('throttled', { topic, device: caller.keyName });
      isTold = true;
      await pause(waitMs, closing.signal);
      closing.signal.throwIfAborted();
    }
    limits.consume(caller, 1);
  }

  return {
    caller,
    take: async (message) => {
      onUsed();
      const mine = turn.then(() => waitForTurn(message));
      turn = mine.catch(() => undefined);
      try {
        await mine;
      } catch (error) {
        if (!isGone) throw error;
        logRefusal('gone', { topic: message.topic, device: caller.keyName });
        return 'dropped';
      }
      return queue.add(message, caller);
    },
    mayAsk: (filter) => asked.has(filter) || (asked.size < mostFilters && asked.add(filter).has(filter)),
    leave: () => {
      isGone = true;
      closing.abort();
    },
    close: async () => {
      closing.abort();
      await queue.close();
    },
  };
}

/**
 * Whether the device may read what others say there: beneath a location that its scope holds as a whole, or
 * of a single room of it.
 */
export async function maySubscribe(database: Database, { scope }: DeviceCaller, filter: string): Promise<boolean> {
  const room = parseRoomTopic(filter);
  if (room !== undefined) {
    const name = `${room.location}/${room.room}`;
    return typeof (await resolveRooms(database, scope, [name])).get(name) === 'object';
  }
  const location = locationOf(filter);
  if (location === undefined) return false;
  const found = await database.query
    .selectFrom('location')
    .select(['uuid', 'client_uuid'])
    .where(isUuid(location) ? 'uuid' : 'alias', '=', isUuid(location) ? location.toLowerCase() : location)
    .executeTakeFirst();
  if (found === undefined) return false;
  return isWithin(scope, { clientUUID: found.client_uuid, locationUUID: found.uuid });
}

/** Which of these keys were taken back. */
export async function revokedKeys(database: Database, keyIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (keyIds.length === 0) return new Set();
  const rows = await database.query
    .selectFrom('device_key')
    .select('id')
    .where('id', 'in', [...new Set(keyIds)])
    .where('revoked_at', 'is', null)
    .execute();
  const holding = new Set(rows.map(({ id }) => id));
  return new Set(keyIds.filter((id) => !holding.has(id)));
}
