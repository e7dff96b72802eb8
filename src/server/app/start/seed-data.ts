/** Creates the data that must exist before the first request: the demo home, or rights and the first account. */
import type { Database } from '../../database/database.ts';
import { demoAccounts } from '../../demo/demo-accounts.ts';
import { seedAccess } from '../../identity/first-setup/seed-access.ts';
import type { Config } from '../config.ts';
import { type ImportedEquipment, importEquipmentFile } from './import-equipment-file.ts';

export interface SeedResult {
  /** The demo accounts, whose passwords the console shows. */
  readonly shownAccounts: typeof demoAccounts;
  /** The code of the first set-up, which only the console shows. Undefined: the installation is set up. */
  readonly setupCode: string | undefined;
  /** The equipment file that this start has imported. Undefined: none. */
  readonly importedEquipment: ImportedEquipment | undefined;
}

interface SeedOptions {
  readonly config: Config;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Creates the data that is missing. Idempotent. Throws OperatorError. */
export async function seedData(database: Database, { config, now, log }: SeedOptions): Promise<SeedResult> {
  const { isDemo, accessFile, identity } = config;
  const importedEquipment = await importEquipmentFile(database, { config, now, log });
  if (isDemo) {
    const { seedDemoHome } = await import('../../demo/seed-demo-home.ts');
    await seedDemoHome(database, now());
    return { shownAccounts: demoAccounts, setupCode: undefined, importedEquipment };
  }
  const isProviderEmbedded = identity.kind === 'embedded';
  const administratorPassword = identity.kind === 'embedded' ? identity.administratorPassword : undefined;
  const setupCode = await seedAccess(database, { accessFile, isProviderEmbedded, administratorPassword, now, log });
  return { shownAccounts: [], setupCode, importedEquipment };
}
