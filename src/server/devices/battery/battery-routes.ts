/** The call that shows the batteries and signals of rooms. */
import { roomBatteryEndpoints } from '../../../contract/devices/room-batteries.ts';
import { maxBatteryAgeMs } from '../../../domain/battery-and-signal.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { requireManaged } from '../../rights/manager.ts';

interface BatteryRoutesOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function registerBatteryRoutes(api: ApiServer, { database, now }: BatteryRoutesOptions): void {
  const { query: db } = database;
  serveEndpoint(api, roomBatteryEndpoints.listRoomBatteries, async ({ caller, query }) => {
    const wardUUID = query.wardUUID.toLowerCase();
    await requireManaged(db, caller, 'ward', wardUUID);
    const rows = await db
      .selectFrom('source_battery')
      .innerJoin('stream', 'stream.uuid', 'source_battery.stream_uuid')
      .select(['stream.uuid', 'source', 'battery', 'signal', 'signal_unit', 'at'])
      .where('stream.ward_uuid', '=', wardUUID)
      .where('at', '>=', now() - maxBatteryAgeMs)
      .orderBy('source')
      .execute();
    const items = [...Map.groupBy(rows, ({ uuid }) => uuid)].map(([uuid, ofRoom]) => ({
      uuid,
      batteries: ofRoom.map(({ source, battery, signal, signal_unit: unit, at }) => ({
        source,
        battery,
        signal: signal === null || unit === null ? null : { value: signal, unit },
        at: toIsoTime(at),
      })),
    }));
    return { items };
  });
}
