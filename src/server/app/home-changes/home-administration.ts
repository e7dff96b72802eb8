/** Registers the administration of places and rooms, with what depends on them. */
import type { Database } from '../../database/database.ts';
import type { Change } from '../../hierarchy/home-file/import/compare-homes.ts';
import { registerHomeChangeRoutes } from '../../hierarchy/manage/home-change-routes.ts';
import { registerHomeRoutes } from '../../hierarchy/manage/home-routes.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { listDeviceKeys } from '../../intake/device-keys/device-keys.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { findImpact } from './home-impact.ts';

interface HomeAdministrationOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly equipment: Pick<Equipment, 'settings'>;
  /** Called after each change, so that open boards follow at once. */
  readonly onChanged: () => void;
}

export function registerHomeAdministration(api: ApiServer, options: HomeAdministrationOptions): void {
  const { database, now, equipment, onChanged } = options;
  registerHomeRoutes(api, {
    database,
    connectionsOf: createConnectionsOf(equipment),
    listDeviceKeys: () => listDeviceKeys(database),
  });
  registerHomeChangeRoutes(api, {
    database,
    now,
    findImpact: async ({ before, after, changes }) => {
      if (!changes.some(canBreak)) return [];
      return findImpact(before, after, {
        keys: await listDeviceKeys(database),
        rights: await readGroupRights(database),
        connections: equipment.settings(),
      });
    },
    onChanged,
  });
}

/** A change of names, types, rules or the status breaks nothing, and is by far the most frequent one. */
function canBreak({ effect, fields }: Change): boolean {
  const harmless = ['displayName', 'type', 'status', 'rules'];
  return effect === 'removed' || fields.some(({ name }) => !harmless.includes(name));
}

/** The names of the connections by the rooms that they report for. */
function createConnectionsOf(equipment: Pick<Equipment, 'settings'>) {
  let settings = equipment.settings();
  let byRoom = connectionsByRoom(settings);
  return (names: readonly string[]): readonly string[] => {
    if (settings !== equipment.settings()) {
      settings = equipment.settings();
      byRoom = connectionsByRoom(settings);
    }
    return [...new Set(names.flatMap((name) => byRoom.get(name) ?? []))];
  };
}

function connectionsByRoom(settings: ReturnType<Equipment['settings']>): ReadonlyMap<string, readonly string[]> {
  const pairs = settings.flatMap(({ name, location, rooms }) =>
    rooms.map(({ room }) => ({ name, room: `${location}/${room}` })),
  );
  const grouped = Map.groupBy(pairs, ({ room }) => room);
  return new Map([...grouped].map(([room, uses]) => [room, uses.map(({ name }) => name)]));
}
