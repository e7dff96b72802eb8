/** The data that must exist before the first request: the demo home, or rights and the first account. */
import type { Database } from '../../database/database.ts';
import { demoAccounts } from '../../demo/demo-accounts.ts';
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
    const { seedDemoHome } = await import('./seed-demo-home.ts');
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
