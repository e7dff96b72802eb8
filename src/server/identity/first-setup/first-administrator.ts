/** Makes the holder of the setup code the first administrator. */
import { isAdministratorOfEverything, isGroupOfSubject } from '../../../domain/user.ts';
import type { AuditActor } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { grantRight, readGroupRights } from '../../rights/group-rights.ts';
import { AppError } from '../../shared/app-error.ts';
import { refusedAs } from '../../shared/reason.ts';
import { checkSetupCode, useUpSetupCodes, type SetupCodeState } from './setup-code.ts';

export type Query = Pick<Database, 'query'>;

const administrators = 'administrators';

/**
 * Whether a home needs its first administrator. With the embedded provider that is a home without an account, with an
 * external one a home in which nobody has a right.
 */
export async function needsAdministrator({ query }: Query, isEmbedded: boolean): Promise<boolean> {
  const found = isEmbedded
    ? await query.selectFrom('account').select('subject').limit(1).executeTakeFirst()
    : await query.selectFrom('group_right').select('group_name').limit(1).executeTakeFirst();
  return found === undefined;
}

/** The group that administers everything. An access file can name one, otherwise it is `administrators`. */
export async function administratorGroup({ query }: Query): Promise<{ group: string; hasRight: boolean }> {
  const rights = await readGroupRights({ query });
  const found = rights.find((right) => isAdministratorOfEverything(right) && !isGroupOfSubject(right.group));
  return { group: found?.group ?? administrators, hasRight: found !== undefined };
}

export interface FirstAdministrator {
  readonly subject: string;
  readonly displayName: string | null;
  readonly address: string;
}

/** `group`: with an external provider `groupOfSubject`, because a group of that provider may have many members. */
export async function grantAdministrator(
  { query }: Query,
  group: string,
  { subject, displayName, address }: FirstAdministrator,
  now: number,
): Promise<void> {
  const actor: AuditActor = { kind: 'user', id: subject, name: displayName, address };
  const right = { group, role: 'administrator', scope: { kind: 'everything' } } as const;
  await grantRight({ query }, right, { actor, at: now });
}

/** Throws AppError `forbidden` with the refusal as its `reason` unless the code is valid. */
export function assertValidCode(state: SetupCodeState): void {
  if (state === 'valid') return;
  throw new AppError('forbidden', refusedAs(state));
}

/**
 * Makes the holder of the code administrator with `grant`. No second code is redeemed at the same time: the lock keeps out
 * other processes, and SQLite runs one transaction at a time. Throws AppError `forbidden`.
 */
export async function redeemCode<T>(
  database: Pick<Database, 'query' | 'withExclusiveLock'>,
  { code, now }: { readonly code: string; readonly now: number },
  grant: (transaction: Query) => Promise<T>,
): Promise<T> {
  return database.withExclusiveLock(() =>
    database.query.transaction().execute(async (query) => {
      assertValidCode(await checkSetupCode({ query }, code, now));
      await useUpSetupCodes({ query }, now);
      return grant({ query });
    }),
  );
}
