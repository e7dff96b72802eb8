/** Device keys: made once, shown once, kept as a hash, taken back when lost. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { DeviceCaller } from '../../http/api-server.ts';

/** Says what it is when it turns up in a file or a log by mistake. */
const prefix = 'rsk_';

export interface NewDeviceKey {
  readonly id: string;
  /** The only time that it is seen: what is kept cannot be turned back into it. */
  readonly key: string;
}

export interface DeviceKeyOptions {
  readonly name: string;
  /** Streams outside of it are, for this key, not there. */
  readonly scope: Scope;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Reports a second that are taken from it in the long run, a whole number of 1 or more; otherwise the usual number. */
  readonly ratePerSecond?: number | undefined;
}

export async function createDeviceKey(
  database: Database,
  { name, scope, now, ratePerSecond }: DeviceKeyOptions,
): Promise<NewDeviceKey> {
  const id = randomUUID();
  const key = prefix + randomBytes(32).toString('base64url');
  await database.query
    .insertInto('device_key')
    .values({
      id,
      name,
      hash: hashKey(key),
      scope_kind: scope.kind,
      scope_uuid: scope.kind === 'everything' ? null : scope.uuid.toLowerCase(),
      created_at: now,
      revoked_at: null,
      rate_per_second: ratePerSecond ?? null,
    })
    .execute();
  return { id, key };
}

export interface ListedDeviceKey {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** To the minute, epoch milliseconds; null: never. */
  readonly lastUsedAt: number | null;
  /** null: the usual number. */
  readonly ratePerSecond: number | null;
}

/** Those that hold. */
export async function listDeviceKeys(database: Database): Promise<readonly ListedDeviceKey[]> {
  const rows = await database.query
    .selectFrom('device_key')
    .select(['id', 'name', 'scope_kind', 'scope_uuid', 'created_at', 'last_used_at', 'rate_per_second'])
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: scopeOf(row.scope_kind, row.scope_uuid),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    ratePerSecond: row.rate_per_second,
  }));
}

/** Within a second the key is refused: running servers remember one for no longer. */
export async function revokeDeviceKey(database: Database, id: string, now: number): Promise<void> {
  await database.query.updateTable('device_key').set({ revoked_at: now }).where('id', '=', id).execute();
}

/** All of that name. */
export async function revokeDeviceKeys(database: Database, name: string, now: number): Promise<void> {
  await database.query
    .updateTable('device_key')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whose key it is; undefined when nobody knows it, or it was taken back. */
export async function findDeviceKey(database: Database, hash: string): Promise<DeviceCaller | undefined> {
  const row = await database.query
    .selectFrom('device_key')
    .select(['id', 'name', 'scope_kind', 'scope_uuid', 'rate_per_second'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, scope_kind, scope_uuid, rate_per_second } = row;
  return { keyId: id, keyName: name, scope: scopeOf(scope_kind, scope_uuid), ratePerSecond: rate_per_second };
}

/** `at`: epoch milliseconds. An earlier use than the one that is known changes nothing. */
export async function storeKeyUsage(database: Database, id: string, at: number): Promise<void> {
  await database.query
    .updateTable('device_key')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute();
}

function scopeOf(kind: Scope['kind'], uuid: string | null): Scope {
  if (kind === 'everything') return { kind };
  if (uuid === null) throw new Error(`a device key of the scope ${kind} has no uuid`);
  return { kind, uuid };
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
