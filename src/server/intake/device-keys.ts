/** Device keys: made once, shown once, kept as a hash, taken back when lost. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { DeviceCaller } from '../http/api-server.ts';
import { AppError } from '../http/app-error.ts';

/** Says what it is when it turns up in a file or a log by mistake. */
const prefix = 'rsk_';

export interface NewDeviceKey {
  readonly id: string;
  /** The only time that it is seen: what is kept cannot be turned back into it. */
  readonly key: string;
}

/** Streams outside of the scope are, for this key, not there. Times in epoch milliseconds. */
export async function createDeviceKey(
  database: Database,
  { name, scope, now }: { readonly name: string; readonly scope: Scope; readonly now: number },
): Promise<NewDeviceKey> {
  const id = randomUUID();
  const key = prefix + randomBytes(32).toString('base64url');
  await database.query
    .insertInto('device_key')
    .values({
      id,
      name,
      hash: hashOf(key),
      scope_kind: scope.kind,
      scope_uuid: scope.kind === 'everything' ? null : scope.uuid.toLowerCase(),
      created_at: now,
      revoked_at: null,
    })
    .execute();
  return { id, key };
}

/** Those that hold. */
export async function listDeviceKeys(
  database: Database,
): Promise<readonly { readonly id: string; readonly name: string; readonly scope: Scope }[]> {
  const rows = await database.query
    .selectFrom('device_key')
    .select(['id', 'name', 'scope_kind', 'scope_uuid'])
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, name, scope_kind, scope_uuid }) => ({ id, name, scope: scopeOf(scope_kind, scope_uuid) }));
}

/** From the next call on the key is refused. */
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

/** The authenticator of devices. Throws AppError `unauthenticated`. */
export function createDeviceAuthenticator(database: Database) {
  return async (authorization: string | undefined): Promise<DeviceCaller> => {
    const key = /^Bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) throw new AppError('unauthenticated', { detail: 'Send your device key as a bearer token.' });
    const row = await database.query
      .selectFrom('device_key')
      .select(['id', 'name', 'scope_kind', 'scope_uuid'])
      .where('hash', '=', hashOf(key))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw new AppError('unauthenticated', { detail: 'This device key is not known.' });
    return { keyId: row.id, keyName: row.name, scope: scopeOf(row.scope_kind, row.scope_uuid) };
  };
}

function scopeOf(kind: Scope['kind'], uuid: string | null): Scope {
  if (kind === 'everything') return { kind };
  if (uuid === null) throw new Error(`a device key of the scope ${kind} has no uuid`);
  return { kind, uuid };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
