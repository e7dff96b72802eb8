import type { Database } from '../../database/database.ts';
import { demoRightsFor } from '../../demo/demo-accounts.ts';
import { type DemoHome, readDemoHome } from '../../demo/demo-home.ts';
import { canonicalRules } from '../../hierarchy/home-file/format/home-schema.ts';
import type { FileHome } from '../../hierarchy/home-file/home.ts';
import { importHome } from '../../hierarchy/home-file/import/import-home.ts';
import { grantRight } from '../../rights/group-rights.ts';

/** Imports the demo home and its rights. The current status of each room stays. `speed` is 1 in real time. */
export async function seedDemoHome(database: Database, speed: number, now: number): Promise<void> {
  const home = readDemoHome();
  // At a higher speed no status would last for its debounce time.
  const rules = speed === 1 ? null : canonicalRules({ holdOff: { out_of_bed: 0, not_in_bed: 0 } });
  await importHome(database, toFileHome(home, rules), { isDryRun: false, removeMissing: false, now });
  for (const right of demoRightsFor(home)) await grantRight(database, right);
}

function toFileHome({ clients, locations, wards, rooms }: DemoHome, rules: string | null): FileHome {
  const place = 'the demo home';
  return clients.map((client) => ({
    ...client,
    place,
    children: locations
      .filter(({ clientUUID }) => clientUUID === client.uuid)
      .map((location) => ({
        ...location,
        place,
        children: wards
          .filter(({ locationUUID }) => locationUUID === location.uuid)
          .map((ward) => ({
            ...ward,
            place,
            children: rooms
              .filter(({ wardUUID }) => wardUUID === ward.uuid)
              .map((room) => ({ ...room, rules, place, children: [] })),
          })),
      })),
  }));
}
