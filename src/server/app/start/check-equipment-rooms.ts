import type { Database } from '../../database/database.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import type { ConnectionSettings } from '../../intake/equipment/connection.ts';
import { releaseRemovedSources } from '../../intake/equipment/removed-sources.ts';
import type { ReceiveReports } from '../../intake/ingest-items.ts';
import { resolveRooms } from '../../intake/rooms/resolve-rooms.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { serverEvent } from '../../shared/recent-events.ts';

interface EquipmentRoomsPorts {
  readonly database: Database;
  readonly equipment: Equipment;
  readonly receive: ReceiveReports;
  readonly log: WarnLog;
  /** Milliseconds until the check is repeated. */
  readonly repeatDelayMs?: number;
}

/**
 * Compares the rooms in the database with the equipment file, after a start and after a change of the file. A failure
 * does not stop the server, because with a full disk the boards can still show the stored statuses. The check is
 * repeated until it succeeds, otherwise the last status of a removed sensor would stay on the board. After a success it
 * is repeated once, because a message that was parsed with the previous file may have been stored after the check.
 */
export function createEquipmentRoomsCheck(ports: EquipmentRoomsPorts) {
  const { database, equipment, receive, log, repeatDelayMs = 10_000 } = ports;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isStopped = false;

  function repeat(isLast: boolean): void {
    if (!isStopped) timer = setTimeout(() => void check(isLast), repeatDelayMs);
  }

  async function check(isLast: boolean): Promise<void> {
    clearTimeout(timer);
    const settings = equipment.settings();
    try {
      for (const connection of isLast ? [] : settings) await warnAboutMissingRooms(database, connection, log);
      const rooms = await releaseRemovedSources(database, receive, settings);
      if (rooms.length > 0) log.warn({ rooms }, 'sensors of these rooms are no longer in the equipment file');
      isFailing = false;
      if (!isLast) repeat(true);
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'the rooms cannot be compared with the equipment file');
      isFailing = true;
      repeat(isLast);
    }
  }

  return {
    /** Never rejects. */
    check: () => check(false),
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** A typing error is noticed. The server starts nevertheless, because the rooms may be imported later. */
async function warnAboutMissingRooms(
  database: Database,
  { name: connection, location, rooms }: ConnectionSettings,
  log: WarnLog,
): Promise<void> {
  const names = rooms.map(({ room }) => `${location}/${room}`);
  const found = await resolveRooms(database, { kind: 'everything' }, names);
  const missing = names.filter((room) => typeof found.get(room) !== 'object');
  if (missing.length === 0) return;
  log.warn(
    { ...serverEvent('equipment-rooms-missing', missing.join(', ')), connection, rooms: missing },
    'the equipment file names rooms that do not exist: messages of their devices are refused',
  );
}
