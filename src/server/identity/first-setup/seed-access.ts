/** Creates the rights and the first account, which must exist before the first request. */
import type { Database } from '../../database/database.ts';
import { ensureAccount } from '../../people/accounts/add-account.ts';
import { readGroupRights } from '../../people/group-rights.ts';
import { nameScopes } from '../../rights/scope-places.ts';
import { loadAccessFile } from '../access-file.ts';
import { administratorsGroup, grantAdministrator, isAdministratorMissing } from './first-administrator.ts';
import { createSetupCode } from './setup-code.ts';

interface SeedAccessOptions {
  /** The path of the access file. Undefined: the rights are managed in the browser. */
  readonly accessFile: string | undefined;
  readonly isProviderEmbedded: boolean;
  /** The password of the first account, from the setting. */
  readonly administratorPassword: string | undefined;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Creates missing rights and the first account. Idempotent. Throws OperatorError. Resolves with the setup code, which
 * is shown on the console only; undefined when the installation is set up.
 */
export async function seedAccess(database: Database, options: SeedAccessOptions): Promise<string | undefined> {
  const { accessFile, isProviderEmbedded, administratorPassword: password, now, log } = options;
  if (accessFile !== undefined) await loadAccessFile(database, accessFile);
  const isEmpty = await isAdministratorMissing(database, isProviderEmbedded);
  // The password setting counts only in an empty installation. It often stays in a file, and must not reset a changed
  // password or recreate a removed account later.
  if (password !== undefined && isEmpty) await createAdministrator(database, password, accessFile);
  else if (password !== undefined) {
    log.warn({}, 'ROOM_STATUS_ADMIN_PASSWORD is ignored, because there are accounts: remove the setting');
  }
  return isEmpty && password === undefined ? createSetupCode(database, now()) : undefined;
}

async function createAdministrator(
  database: Database,
  password: string,
  accessFile: string | undefined,
): Promise<void> {
  await ensureAccount(database, {
    username: 'admin',
    displayName: 'Administrator',
    email: 'admin@localhost',
    groups: [administratorsGroup],
    password,
  });
  // With an access file, the group `administrators` gets its rights from that file only.
  if (accessFile === undefined) await grantAdministrator(database, administratorsGroup);
}

/**
 * Logs the rights of the access file whose place does not exist, so that a mistyped uuid is noticed. The server starts
 * nevertheless, because the place may be imported later. `file`: undefined if there is no access file.
 */
export async function warnOfMissingScopes(
  database: Database,
  file: string | undefined,
  log: { warn(details: object, message: string): void },
): Promise<void> {
  if (file === undefined) return;
  const rights = await readGroupRights(database);
  const nameOf = await nameScopes(
    database.query,
    rights.map(({ scope }) => scope),
  );
  const missing = rights
    .filter(({ scope }) => nameOf(scope) === undefined)
    .map(({ group, scope }) => `${group}: ${scope.kind}:${scope.kind === 'everything' ? '' : scope.uuid}`);
  if (missing.length === 0) return;
  log.warn({ file, rights: missing }, 'ACCESS_FILE names places that do not exist: these rights have no effect');
}
