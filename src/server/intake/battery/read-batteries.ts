/** Reads the batteries and signals of rooms. */
import { batteryShownForMs } from '../../../domain/battery-and-signal.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { visibleWard } from '../../rights/visible.ts';

interface WantedBatteries {
  readonly managed: readonly Scope[];
  readonly place: { readonly wardUUID: string } | { readonly locationUUID: string };
  /** Epoch milliseconds. */
  readonly now: number;
}

/** By the uuid of the room, its sources by name. */
export async function readBatteries({ query }: Database, { managed, place, now }: WantedBatteries) {
  const rows = await query
    .selectFrom('source_battery')
    .innerJoin('stream', 'stream.uuid', 'source_battery.stream_uuid')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select(['stream.uuid', 'source', 'battery', 'signal', 'signal_unit', 'at'])
    .where((eb) =>
      'wardUUID' in place ? eb('ward.uuid', '=', place.wardUUID) : eb('ward.location_uuid', '=', place.locationUUID),
    )
    .where('at', '>=', now - batteryShownForMs)
    .where(visibleWard(managed))
    .orderBy('source')
    .execute();
  const batteries = rows.map(({ uuid, source, battery, signal, signal_unit: unit, at }) => ({
    uuid,
    source: {
      source,
      battery,
      signal: signal === null || unit === null ? null : { value: signal, unit },
      at: isoTime(at),
    },
  }));
  const byRoom = Map.groupBy(batteries, ({ uuid }) => uuid);
  return new Map([...byRoom].map(([uuid, sources]) => [uuid, sources.map(({ source }) => source)]));
}
