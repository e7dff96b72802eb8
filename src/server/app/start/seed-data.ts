/** The data that must exist before the first request: the demo home, or rights and the first account. */
import type { Database } from '../../database/database.ts';
import { demoAccounts, demoRightsFor } from '../../demo/demo-accounts.ts';
import { type DemoHome, readDemoHome } from '../../demo/demo-home.ts';
import { canonicalRules } from '../../hierarchy/home-file/format/home-schema.ts';
import type { FileHome } from '../../hierarchy/home-file/home.ts';
import { importHome } from '../../hierarchy/home-file/import/import-home.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { loadAccessFile } from '../../identity/access-file.ts';
import { ensureAccount } from '../../identity-provider/accounts/accounts.ts';
import { grantRight, readGroupRights } from '../../rights/group-rights.ts';
import type { Config } from '../config.ts';

const administrators = 'administrators';

export interface SeedResult {
  /** The demo accounts. The console shows their passwords. */
  readonly shownAccounts: typeof demoAccounts;
  /** The embedded provider has no account, so nobody can sign in. */
  readonly hasNoAccount: boolean;
}

interface SeedOptions {
  readonly config: Config;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Creates the data that is missing. Idempotent. Throws OperatorError. */
export async function seedData(database: Database, { config, now, log }: SeedOptions): Promise<SeedResult> {
  if (config.demo !== undefined) {
    await seedDemoHome(database, config.demo.speed, now());
    for (const account of demoAccounts) await ensureAccount(database, account);
    return { shownAccounts: demoAccounts, hasNoAccount: false };
  }
  if (config.accessFile !== undefined) await loadAccessFile(database, config.accessFile);
  if (config.identity.kind === 'external') return { shownAccounts: [], hasNoAccount: false };
  const { administratorPassword } = config.identity;
  const account = await database.query.selectFrom('account').select('subject').limit(1).executeTakeFirst();
  if (administratorPassword === undefined) return { shownAccounts: [], hasNoAccount: account === undefined };
  // The setting often stays in a file after the first start. It must not reset a changed password or recreate a removed
  // account.
  if (account === undefined) await createAdministrator(database, administratorPassword, config);
  else log.warn({}, 'ROOM_STATUS_ADMIN_PASSWORD is ignored, because there are accounts: remove the setting');
  return { shownAccounts: [], hasNoAccount: false };
}

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

async function createAdministrator(database: Database, password: string, { accessFile }: Config): Promise<void> {
  await ensureAccount(database, {
    username: 'admin',
    displayName: 'Administrator',
    email: 'admin@localhost',
    groups: [administrators],
    password,
  });
  // With an access file, only that file gives rights to this group.
  if (accessFile !== undefined) return;
  await grantRight(database, { group: administrators, role: 'administrator', scope: { kind: 'everything' } });
}

/**
 * Logs the rights of the access file whose place does not exist, so that a mistyped uuid is noticed. The server starts
 * nevertheless, because the place can be imported later. `file`: undefined if there is no access file.
 */
export async function warnOfMissingScopes(
  database: Database,
  file: string | undefined,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  if (file === undefined) return;
  const scopes = await loadScopes(database);
  const missing = (await readGroupRights(database))
    .filter(({ scope }) => !scopes.isThere(scope))
    .map(({ group, scope }) => `${group}: ${scopes.pathOf(scope)}`);
  if (missing.length === 0) return;
  log.warn({ file, rights: missing }, 'ACCESS_FILE names places that do not exist: these rights have no effect');
}
