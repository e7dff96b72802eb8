/**
 * Stores the unknown rooms that devices name, for the people who set devices up, and raises an alert for a status of
 * high priority, such as a fall. To protect the intake from a flood of invented names, the rooms are collected in
 * memory and written once a second, and only the newest of each key are kept. What cannot be stored is retried, because
 * a device may not repeat a fall.
 */
import { isHighPriority } from '../../../domain/room-status.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { statusOfIncoming } from '../../equipment/unknown-device.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { DeviceUse, UnknownDevice } from '../../messages/message.ts';
import type { ParsedItem } from '../../messages/parse-report.ts';
import { createDelayedWrite } from '../../shared/delayed-write.ts';
import type { IntakeChannel } from '../../shared/metrics.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { type CollectedRooms, maxUnknownRoomsPerKey, storeUnknownRooms } from './store-unknown-rooms.ts';

interface UnknownRoomsOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

const maxRoomLength = 200;
const maxReports = 20;

type Row = Schema['unknown_room'];
type ReportedRoom = Pick<Row, 'field' | 'room' | 'status' | 'connection' | 'uses' | 'message'>;

export type UnknownRoomCollector = ReturnType<typeof createUnknownRoomCollector>;

export function createUnknownRoomCollector({ database, now, log, flushIntervalMs = 1_000 }: UnknownRoomsOptions) {
  /** The collected rooms, by id of the device key and then by name of the room. */
  let pending = new Map<string, Map<string, CollectedRooms>>();

  function add(one: CollectedRooms): void {
    const { key_id: keyId, room } = one.row;
    const ofKey = pending.get(keyId) ?? new Map<string, CollectedRooms>();
    pending.set(keyId, ofKey);
    const known = ofKey.get(room);
    if (known !== undefined) ofKey.set(room, join(known, one));
    else if (ofKey.size < maxUnknownRoomsPerKey || (isAlarm(one) && makePlace(ofKey))) ofKey.set(room, one);
  }

  const takePending = () => {
    const taken = [...pending.values()].flatMap((ofKey) => [...ofKey.values()]);
    pending = new Map();
    return taken;
  };

  const transact = async (collected: readonly CollectedRooms[]) =>
    database.query.transaction().execute((write) => storeUnknownRooms(write, collected));

  function keep(collected: readonly CollectedRooms[]): void {
    for (const one of [...collected, ...takePending()]) add(one);
    schedule();
  }

  /** For when the database refuses one of the rooms, which must not hold back the other rooms. */
  async function transactEach(collected: readonly CollectedRooms[]): Promise<void> {
    for (const one of collected) {
      await transact([one]).catch((error: unknown) => {
        if (database.isFailure(error)) keep([one]);
      });
    }
  }

  const { schedule, close } = createDelayedWrite({
    delayMs: flushIntervalMs,
    write: async () => {
      const collected = takePending();
      if (collected.length === 0) return;
      try {
        await transact(collected);
      } catch (error) {
        if (database.isFailure(error)) keep(collected);
        else await transactEach(collected);
        throw error;
      }
    },
    log,
    failure: 'rooms that nobody knows cannot be stored',
  });

  function record(
    item: ParsedItem | UnknownDevice,
    { keyId, keyName, scope }: Pick<DeviceCaller, 'keyId' | 'keyName' | 'scope'>,
    channel: IntakeChannel,
  ): void {
    const about = 'kind' in item ? describeDevice(item) : describeRoom(item);
    if (about === undefined) return;
    const { status } = about;
    const at = now();
    const row = { ...about, key_id: keyId, key_name: keyName, channel, count: 1, first_at: at, last_at: at };
    add({ row, scope, reports: status === null ? [] : [{ status, at }] });
    schedule(status !== null && isHighPriority(status) ? 0 : flushIntervalMs);
  }

  /** `close` writes the rooms that are still collected. */
  return { record, close };
}

function isAlarm({ reports }: CollectedRooms): boolean {
  return reports.some(({ status }) => isHighPriority(status));
}

/** Drops a room without an alarm to make place for a room with one. Returns false if all rooms have an alarm. */
function makePlace(ofKey: Map<string, CollectedRooms>): boolean {
  const [room] = [...ofKey].find(([, one]) => !isAlarm(one)) ?? [];
  return room !== undefined && ofKey.delete(room);
}

function join(known: CollectedRooms, { row, scope, reports }: CollectedRooms): CollectedRooms {
  const all = [...known.reports, ...reports].filter(({ status }, index, list) => status !== list[index - 1]?.status);
  const { count, first_at } = known.row;
  return { row: { ...row, count: count + row.count, first_at }, scope, reports: all.slice(-maxReports) };
}

function describeRoom({ room, incoming }: ParsedItem): ReportedRoom {
  const { field, name, connection = null } = room;
  const status = statusOfIncoming(incoming('')) ?? null;
  return { field, room: name, status, connection, uses: null, message: null };
}

/** Describes a device that its connection assigns to no room. Undefined if no room could use it. */
function describeDevice({ connection, uses, text }: UnknownDevice): ReportedRoom | undefined {
  const names = new Set(uses.flatMap((use) => Object.values(use.names)));
  if (names.size === 0) return undefined;
  return {
    field: 'room',
    // A device may have several names, such as those of its camera and its zone.
    room: [...names].join(', ').slice(0, maxRoomLength),
    status: statusOfUses(uses),
    connection,
    uses: JSON.stringify(uses.map((use) => use.names)),
    message: text,
  };
}

/**
 * The status of a device. Null: it depends on the role that a room gives the device, such as the status of `on`. A fall
 * depends on no role if only one role reads its value: a radar sends `fall` in one message with `presence`.
 */
function statusOfUses(uses: readonly DeviceUse[]): number | null {
  const isOwnValue = ({ value }: DeviceUse) => uses.filter((other) => other.value === value).length === 1;
  const alarm = uses.find((use) => isHighPriority(use.status ?? 0) && isOwnValue(use));
  const [status, ...others] = new Set(alarm === undefined ? uses.map((use) => use.status) : [alarm.status]);
  return others.length === 0 ? (status ?? null) : null;
}
