/** Stores the external broker that an administrator has set in the browser. */
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Equipment, equipmentEndpoints } from '../../contract/equipment/equipment.ts';
import { type AuditSource, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';
import { requireVersion, objectVersionOf } from '../shared/object-version.ts';
import { fieldProblem } from '../shared/reason.ts';
import { isForbiddenHost, type IsAllowedHost } from './broker-address.ts';
import { raiseEquipmentRevision } from './equipment-store.ts';

export interface StoredBroker {
  readonly address: string | null;
  readonly user: string | null;
  readonly password: string | null;
}

type BrokerView = z.output<typeof Equipment>['broker'];
export type BrokerChange = z.output<typeof equipmentEndpoints.changeBroker.body>;

const noBroker: StoredBroker = { address: null, user: null, password: null };

export async function readBroker(query: Kysely<Schema>): Promise<StoredBroker> {
  const columns = ['broker_address as address', 'broker_user as user', 'broker_password as password'] as const;
  return (await query.selectFrom('equipment').select(columns).executeTakeFirst()) ?? noBroker;
}

/**
 * Returns the broker without its password. The version does not depend on the password, because a digest would help to
 * guess it.
 */
export function toBrokerView({ address, user, password }: StoredBroker): BrokerView {
  const shown = { address, user, hasPassword: password !== null };
  return { ...shown, isFixed: false, version: objectVersionOf(shown) };
}

const addressPattern = /^mqtts?:\/\/(\[[\da-f:.]+\]|[\w.-]{1,253})(:\d{1,5})?$/i;

/**
 * Changes the broker. Throws AppError: `conflict` when another user has changed it, `invalid-request` with the invalid
 * fields.
 */
export async function changeBroker(
  { query }: Pick<Database, 'query'>,
  { change, isAllowed }: { readonly change: BrokerChange; readonly isAllowed: IsAllowedHost },
  source: AuditSource,
): Promise<void> {
  const { address, version } = change;
  if (address !== null && !(addressPattern.test(address) && URL.canParse(address))) {
    throw new AppError('invalid-request', { errors: [fieldProblem('address', 'broker-address')] });
  }
  if (address !== null && (await isForbiddenHost(address, isAllowed))) {
    throw new AppError('invalid-request', { errors: [fieldProblem('address', 'broker-host')] });
  }
  await query.transaction().execute(async (write) => {
    await raiseEquipmentRevision(write);
    const before = await readBroker(write);
    requireVersion(toBrokerView(before), version);
    const after = applyChange(before, change);
    await write
      .updateTable('equipment')
      .set({ broker_address: after.address, broker_user: after.user, broker_password: after.password })
      .execute();
    await recordAudit(write, {
      ...source,
      action: 'broker.change',
      clientUUID: null,
      before: auditValues(before),
      after: auditValues(after),
    });
  });
}

/**
 * Keeps the stored password only if the address stays the same. Otherwise a user who may change the address could have
 * the password sent to a server of their own.
 */
function applyChange(before: StoredBroker, { address, user, password }: BrokerChange): StoredBroker {
  if (address === null) return noBroker;
  if (password !== undefined) return { address, user, password: password === '' ? null : password };
  if (before.password !== null && before.address !== address) {
    throw new AppError('invalid-request', { errors: [fieldProblem('password', 'password-again')] });
  }
  return { address, user, password: before.password };
}

function auditValues(broker: StoredBroker) {
  const { address, user, hasPassword } = toBrokerView(broker);
  return { address, user, hasPassword };
}
