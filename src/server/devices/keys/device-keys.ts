/** Device keys in the table `device_key`. Only a hash is stored, so a key is shown once, when it is created. */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { type Scope, scopeLevels } from '../../../domain/user.ts';
import { serverActor } from '../../audit/audit-actors.ts';
import { type AuditActor, recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { runInTransaction } from '../../database/in-transaction.ts';
import type { Schema } from '../../database/schema.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { auditFieldsOfScope } from '../../rights/scope-places.ts';

/** The prefix of every key. It makes a key recognisable in a file or log that it was copied to by mistake. */
const prefix = 'rsk_';

type Query = Pick<Database, 'query'>;

interface DeviceKeyOptions {
  readonly name: string;
  /**
   * The key may report only for streams in this scope. For a stream outside the scope the response is the same as for
   * an unknown stream.
   */
  readonly scope: Scope;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The person who creates the key. Default: the server. */
  readonly actor?: AuditActor;
  /** The rate of reports that the key may sustain, a whole number of 1 or more. Without it the default rate applies. */
  readonly ratePerSecond?: number | null | undefined;
}

/** Creates a key and returns it in plain text. The database has only its hash, so the key cannot be shown again. */
export async function createDeviceKey({ query }: Query, options: DeviceKeyOptions) {
  const { name, scope, now, ratePerSecond, actor = serverActor } = options;
  const id = randomUUID();
  const key = prefix + randomBytes(32).toString('base64url');
  const row = {
    id,
    name,
    hash: hashDeviceKey(key),
    scope_kind: scope.kind,
    scope_uuid: scope.kind === 'everything' ? null : scope.uuid.toLowerCase(),
    created_at: now,
    revoked_at: null,
    rate_per_second: ratePerSecond ?? null,
  };
  await runInTransaction(query, async (transaction) => {
    await transaction.insertInto('device_key').values(row).execute();
    await recordAudit(transaction, {
      actor,
      at: now,
      action: 'device-key.add',
      object: { kind: 'device-key', id, name },
      ...(await auditFieldsOfScope(transaction, scope, 'after', { ratePerSecond: row.rate_per_second })),
    });
  });
  return { id, key };
}

/** Lists all keys that are not revoked. `lastUsedAt` is null for an unused key, `ratePerSecond` for the default rate. */
export async function listDeviceKeys(database: Query) {
  const rows = await database.query
    .selectFrom('device_key')
    .select(['id', 'name', 'scope_kind', 'scope_uuid'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'rate_per_second as ratePerSecond'])
    .select('last_used_from as lastUsedFrom')
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ scope_kind, scope_uuid, ...row }) => ({ ...row, scope: scopeOf(scope_kind, scope_uuid) }));
}

/** Revokes a key. Running servers cache keys for one second, so they refuse it within a second. */
export async function revokeDeviceKey(
  { query }: Query,
  id: string,
  now: number,
  actor: AuditActor = serverActor,
): Promise<void> {
  await runInTransaction(query, async (transaction) => {
    const revoked = await transaction
      .updateTable('device_key')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['name', 'scope_kind', 'scope_uuid'])
      .executeTakeFirst();
    if (revoked === undefined) return;
    await recordAudit(transaction, {
      actor,
      at: now,
      action: 'device-key.revoke',
      object: { kind: 'device-key', id, name: revoked.name },
      ...(await auditFieldsOfScope(transaction, scopeOf(revoked.scope_kind, revoked.scope_uuid), 'before')),
    });
  });
}

/** Finds a key by its hash. Undefined for an unknown or revoked key. */
export async function findDeviceKey(database: Database, keyHash: string): Promise<DeviceCaller | undefined> {
  const row = await database.query
    .selectFrom('device_key')
    .select(['id as keyId', 'name as keyName', 'rate_per_second as ratePerSecond', 'scope_kind', 'scope_uuid'])
    .select((sql) => selectNewAddress(sql).as('movedTo'))
    .where('hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { scope_kind, scope_uuid, movedTo, ...key } = row;
  return { ...key, scope: scopeOf(scope_kind, scope_uuid), ...(movedTo !== null && { movedTo }) };
}

/** Subquery: the origin of the cell to which the client of the key has moved. */
function selectNewAddress(sql: ExpressionBuilder<Schema, 'device_key'>) {
  return sql
    .selectFrom('moved_room')
    .innerJoin('client_move', 'client_move.client_uuid', 'moved_room.client_uuid')
    .select('address')
    .where(({ or, and, eb, ref }) =>
      or(
        scopeLevels.map((kind) =>
          and([eb('scope_kind', '=', kind), eb(`moved_room.${kind}_uuid`, '=', ref('scope_uuid'))]),
        ),
      ),
    )
    .limit(1);
}

export interface KeyUse {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The network address of the device. Null: unknown. */
  readonly from: string | null;
}

/** Stores the latest use of a key. Ignores a use that is older than the stored one. */
export async function storeKeyUsage(database: Database, id: string, { at, from }: KeyUse): Promise<void> {
  await database.query
    .updateTable('device_key')
    .set({ last_used_at: at, last_used_from: from })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute();
}

function scopeOf(kind: Scope['kind'], uuid: string | null): Scope {
  if (kind === 'everything') return { kind };
  if (uuid === null) throw new Error(`a device key of the scope ${kind} has no uuid`);
  return { kind, uuid };
}

export function hashDeviceKey(key: string): string {
  return hash('sha256', key, 'hex');
}
