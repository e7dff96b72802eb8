/** Makes the person with the setup code the first administrator. */
import { isAdministratorOfEverything, isGroupOfSubject } from '../../../domain/user.ts';
import type { AuditSource } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { grantRight, readGroupRights } from '../../people/group-rights.ts';
import { AppError } from '../../shared/app-error.ts';
import { errorOptionsOf } from '../../shared/reason.ts';
import { checkSetupCode, invalidateSetupCodes, type SetupCodeState } from './setup-code.ts';

export type Query = Pick<Database, 'query'>;

/** The group of the first administrator at the embedded provider, unless an access file names another one. */
export const administratorsGroup = 'administrators';

/**
 * Whether the installation needs its first administrator. With the embedded provider: it has no account. With an
 * external one: nobody has a right.
 */
export async function isAdministratorMissing({ query }: Query, isEmbedded: boolean): Promise<boolean> {
  const found = isEmbedded
    ? await query.selectFrom('account').select('subject').limit(1).executeTakeFirst()
    : await query.selectFrom('group_right').select('group_name').limit(1).executeTakeFirst();
  return found === undefined;
}

/**
 * Returns a check that runs for each opened page. Once an administrator was found, it always returns false. If the last
 * administrator is lost later, an operator command or the next start helps.
 */
export function createSetUpCheck(database: Query, isEmbedded: boolean): () => Promise<boolean> {
  let isSetUp = false;
  return async () => {
    if (isSetUp) return false;
    // While the database is unavailable, the normal page is shown. It says that the server does not respond.
    const isNeeded = await isAdministratorMissing(database, isEmbedded).catch(() => undefined);
    isSetUp = isNeeded === false;
    return isNeeded === true;
  };
}

/**
 * Finds the group of the administrators of everything: the group that an access file names, otherwise `administrators`.
 */
export async function findAdministratorGroup({ query }: Query): Promise<{ group: string; hasRight: boolean }> {
  const rights = await readGroupRights({ query });
  const found = rights.find((right) => isAdministratorOfEverything(right) && !isGroupOfSubject(right.group));
  return { group: found?.group ?? administratorsGroup, hasRight: found !== undefined };
}

/** `group`: a group of one person (`groupOfSubject`) with an external provider, whose groups may have many members. */
export async function grantAdministrator({ query }: Query, group: string, source?: AuditSource): Promise<void> {
  await grantRight({ query }, { group, role: 'administrator', scope: { kind: 'everything' } }, source);
}

/** Throws AppError `forbidden` unless the setup code is valid. Its `reason` says why the code is refused. */
export function assertSetupCodeValid(state: SetupCodeState): void {
  if (state === 'valid') return;
  throw new AppError('forbidden', errorOptionsOf(state));
}

/**
 * Redeems a code: makes its holder administrator with `grant`. Two codes are never redeemed at the same time, because
 * of the lock between processes and, on SQLite, because one transaction runs at a time. Throws AppError `forbidden`.
 */
export async function redeemSetupCode<T>(
  database: Pick<Database, 'query' | 'withExclusiveLock'>,
  { code, now }: { readonly code: string; readonly now: number },
  grant: (transaction: Query) => Promise<T>,
): Promise<T> {
  return database.withExclusiveLock(() =>
    database.query.transaction().execute(async (query) => {
      assertSetupCodeValid(await checkSetupCode({ query }, code, now));
      await invalidateSetupCodes({ query }, now);
      return grant({ query });
    }),
  );
}
