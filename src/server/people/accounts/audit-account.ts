import type { Kysely } from 'kysely';
import type { AuditAction } from '../../../domain/audit.ts';
import { type AuditSource, recordAudit } from '../../audit/record-audit.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account } from './accounts.ts';

/**
 * The account before and after its change, or only the account if no value of the audit event changes, such as for a
 * new password.
 */
type Change =
  | { readonly before: Account; readonly after?: Account }
  | { readonly before?: Account; readonly after: Account }
  | { readonly account: Account };

/** Records a change of an account without its password. */
export function recordAccount(
  write: Kysely<Schema>,
  action: AuditAction,
  change: Change,
  source: AuditSource,
): Promise<void> {
  const { before, after } = 'account' in change ? {} : change;
  const account = 'account' in change ? change.account : (change.before ?? change.after);
  const object = { kind: 'account', id: account?.subject ?? null, name: account?.username ?? null } as const;
  const values = { before: before && valuesOf(before), after: after && valuesOf(after) };
  return recordAudit(write, { ...source, action, object, clientUUID: null, ...values });
}

function valuesOf({ username, displayName, email, groups }: Account) {
  return { username, displayName, email, groups };
}
