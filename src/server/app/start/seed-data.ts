/** The data that must exist before the first request: the demo home, or rights and the first account. */
import type { Database } from '../../database/database.ts';
import { demoAccounts } from '../../demo/demo-accounts.ts';
import { loadScopes } from '../../hierarchy/find-scope.ts';
import { loadAccessFile } from '../../identity/access-file.ts';
import { needsAdministrator } from '../../identity/first-setup/first-administrator.ts';
import { createSetupCode } from '../../identity/first-setup/setup-code.ts';
import { ensureAccount } from '../../identity-provider/accounts/add-account.ts';
import { grantRight, readGroupRights } from '../../rights/group-rights.ts';
import type { Config } from '../config.ts';

const administrators = 'administrators';

export interface SeedResult {
  /** The demo accounts. The console shows their passwords. */
  readonly shownAccounts: typeof demoAccounts;
  /** The code of the first set-up. The console shows it, and nothing else does. Undefined: the home is set up. */
  readonly setupCode: string | undefined;
}

interface SeedOptions {
  readonly config: Config;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Creates the data that is missing. Idempotent. Throws OperatorError. */
export async function seedData(database: Database, { config, now, log }: SeedOptions): Promise<SeedResult> {
  if (config.demo !== undefined) {
    const { seedDemoHome } = await import('./seed-demo-home.ts');
    await seedDemoHome(database, config.demo.speed, now());
    for (const account of demoAccounts) await ensureAccount(database, account);
    return { shownAccounts: demoAccounts, setupCode: undefined };
  }
  if (config.accessFile !== undefined) await loadAccessFile(database, config.accessFile);
  const isEmbedded = config.identity.kind === 'embedded';
  const isEmpty = await needsAdministrator(database, isEmbedded);
  const password = config.identity.kind === 'embedded' ? config.identity.administratorPassword : undefined;
  // The setting often stays in a file after the first start. It must not reset a changed password or recreate a removed
  // account.
  if (password !== undefined && isEmpty) await createAdministrator(database, password, config);
  else if (password !== undefined) {
    log.warn({}, 'ROOM_STATUS_ADMIN_PASSWORD is ignored, because there are accounts: remove the setting');
  }
  const setupCode = isEmpty && password === undefined ? await createSetupCode(database, now()) : undefined;
  return { shownAccounts: [], setupCode };
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
