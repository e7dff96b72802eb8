import { fileURLToPath } from 'node:url';
import { serverActor } from '../audit/audit-actors.ts';
import type { Database } from '../database/database.ts';
import { importEntries, readEquipmentRevision } from '../equipment/equipment-store.ts';
import { serverFileOf } from '../shared/server-files.ts';
import { demoAccounts, demoRightsOf } from './demo-accounts.ts';
import { type DemoHome, readDemoHome } from './demo-home.ts';
import type { FileHome } from '../home/home-file/home.ts';
import { importHome } from '../home/home-file/import/import-home.ts';
import { ensureAccount } from '../people/accounts/add-account.ts';
import { grantRight } from '../people/group-rights.ts';

/**
 * Imports the demo home with its rights, accounts and, if it never had any, connections to equipment. Keeps the current
 * status of each room.
 */
export async function seedDemoHome(database: Database, now: number): Promise<void> {
  const home = readDemoHome();
  await importHome(database, toFileHome(home), { isDryRun: false, removeMissing: false, now });
  for (const right of demoRightsOf(home)) await grantRight(database, right);
  for (const account of demoAccounts) await ensureAccount(database, account);
  if ((await readEquipmentRevision(database.query)) > 0) return;
  const file = fileURLToPath(serverFileOf('demo/demo-equipment.yaml'));
  const { readEquipmentFile } = await import('../equipment/file/equipment-file.ts');
  const imported = { file, entries: readEquipmentFile(file), removeMissing: false };
  await importEntries(database, imported, { actor: serverActor, at: now });
}

function toFileHome({ clients, locations, wards, rooms }: DemoHome): FileHome {
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
              .map((room) => ({ ...room, rules: null, place, children: [] })),
          })),
      })),
  }));
}
