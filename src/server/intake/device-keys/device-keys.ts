/** Device keys in the table `device_key`. Only a hash is stored, so a key is shown once, when it is created. */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { DeviceCaller } from '../../http/api-server.ts';

/** The start of every key. It makes a key recognisable in a file or log where it was copied by mistake. */
const prefix = 'rsk_';

interface DeviceKeyOptions {
  readonly name: string;
  /** The key may report only for streams in this scope. Other streams are unknown to it. */
  readonly scope: Scope;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Sustained report rate, a whole number of 1 or more. Without it the default rate applies. */
  readonly ratePerSecond?: number | undefined;
}

/** Returns the key in plain text. It cannot be recovered from the database. */
export async function createDeviceKey(database: Database, options: DeviceKeyOptions) {
  const { name, scope, now, ratePerSecond } = options;
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

/** Lists all keys that are not revoked. `lastUsedAt` is null for an unused key, `ratePerSecond` for the default rate. */
export async function listDeviceKeys(database: Database) {
  const rows = await database.query
    .selectFrom('device_key')
    .select(['id', 'name', 'scope_kind', 'scope_uuid'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'rate_per_second as ratePerSecond'])
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ scope_kind, scope_uuid, ...row }) => ({ ...row, scope: scopeOf(scope_kind, scope_uuid) }));
}

/** Running servers cache a key for one second, so they refuse it within a second. */
export async function revokeDeviceKey(database: Database, id: string, now: number): Promise<void> {
  await database.query.updateTable('device_key').set({ revoked_at: now }).where('id', '=', id).execute();
}

/** Revokes every key with this name. */
export async function revokeDeviceKeys(database: Database, name: string, now: number): Promise<void> {
  await database.query
    .updateTable('device_key')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Resolves with undefined for an unknown or revoked key. */
export async function findDeviceKey(database: Database, keyHash: string): Promise<DeviceCaller | undefined> {
  const row = await database.query
    .selectFrom('device_key')
    .select(['id as keyId', 'name as keyName', 'rate_per_second as ratePerSecond', 'scope_kind', 'scope_uuid'])
    .where('hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { scope_kind, scope_uuid, ...key } = row;
  return { ...key, scope: scopeOf(scope_kind, scope_uuid) };
}

/** Stores the latest use in epoch milliseconds. A use before the stored one changes nothing. */
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
  return hash('sha256', key, 'hex');
}
