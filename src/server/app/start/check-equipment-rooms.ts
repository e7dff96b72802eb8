import type { Database } from '../../database/database.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import { warnAboutMissingRooms } from '../../intake/equipment/missing-rooms.ts';
import { releaseRemovedSources } from '../../intake/equipment/removed-sources.ts';
import type { ReceiveReports } from '../../intake/ingest-items.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';

export interface EquipmentRoomsPorts {
  readonly database: Database;
  readonly equipment: Equipment;
  readonly receive: ReceiveReports;
  readonly log: WarnLog;
}

/**
 * Compares the rooms in the database with the equipment file, after a start and after a change of the file. A failure
 * does not stop the server, because with a full disk the boards can still show the stored statuses.
 */
export async function checkEquipmentRooms({ database, equipment, receive, log }: EquipmentRoomsPorts): Promise<void> {
  const settings = equipment.settings();
  try {
    await warnAboutMissingRooms(database, settings, log);
    const rooms = await releaseRemovedSources(database, receive, settings);
    if (rooms.length > 0) log.warn({ rooms }, 'sensors of these rooms are no longer in the equipment file');
  } catch (error) {
    log.warn({ err: error }, 'the rooms cannot be compared with the equipment file');
  }
}
