/** The calls that list, create and revoke device keys. */
import type * as z from 'zod/mini';
import { deviceKeyEndpoints } from '../../../contract/devices/device-keys.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { isPlaceCovered, type Scope } from '../../../domain/user.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, ManagerCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { requireScopeEverything, requireManaged } from '../../rights/manager.ts';
import { findScopePlaces } from '../../rights/scope-places.ts';
import { listKnownRooms } from '../../room-names/known-rooms.ts';
import { createDeviceKey, listDeviceKeys, revokeDeviceKey } from './device-keys.ts';

interface DeviceKeyRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Called after a key was revoked. Closes the open connections of the key at once. */
  readonly onRevoked: (keyId: string) => void;
  /** The port of the embedded broker. Null: the embedded broker does not run. */
  readonly mqttPort: number | null;
}

type Query = Database['query'];

export function registerDeviceKeyRoutes(api: ApiServer, options: DeviceKeyRoutesOptions): void {
  const { database, now, onRevoked, mqttPort } = options;
  const { query: db } = database;

  serveEndpoint(api, deviceKeyEndpoints.listDeviceKeys, async ({ caller }) => ({
    items: (await listManagedKeys(db, caller)).map(({ createdAt, lastUsedAt, scopeNames, scope, ...key }) => ({
      ...key,
      scope,
      scopeNames: [...scopeNames],
      createdAt: toIsoTime(createdAt),
      lastUsedAt: toIsoTime(lastUsedAt),
    })),
  }));

  serveEndpoint(api, deviceKeyEndpoints.createDeviceKey, async ({ caller, body, request }) => {
    const { name, ratePerSecond } = body;
    const scope = await requireManagedScope(db, caller, body.scope);
    const actor = actorOfUser(caller, request);
    const created = await createDeviceKey(database, { name, scope, now: now(), ratePerSecond, actor });
    const [example] = (await listKnownRooms(database, scope, 1)).rooms;
    return { ...created, exampleRoom: example?.room ?? null, mqttPort };
  });

  serveEndpoint(api, deviceKeyEndpoints.revokeDeviceKey, async ({ caller, params, request }) => {
    await db.transaction().execute(async (transaction) => {
      const keys = await listManagedKeys(transaction, caller);
      const key = requireFound(keys.find(({ id }) => id === params.id.toLowerCase()));
      await revokeDeviceKey({ query: transaction }, key.id, now(), actorOfUser(caller, request));
    });
    onRevoked(params.id.toLowerCase());
    return null;
  });
}

/**
 * Lists the keys whose whole scope the caller manages. A key whose place was removed is shown to administrators of
 * everything only.
 */
async function listManagedKeys(query: Query, { managed }: ManagerCaller) {
  const keys = await listDeviceKeys({ query });
  const placeOf = await findScopePlaces(
    query,
    keys.map(({ scope }) => scope),
  );
  const managesEverything = managed.some(({ kind }) => kind === 'everything');
  return keys.flatMap((key) => {
    const found = placeOf(key.scope);
    if (!managesEverything && !isPlaceCovered(managed, found?.place)) return [];
    return [{ ...key, scopeNames: found?.names ?? [] }];
  });
}

type SentScope = z.output<(typeof deviceKeyEndpoints.createDeviceKey)['body']>['scope'];

/** Checks that the caller manages the scope. Throws AppError `not-found` or `forbidden`. */
async function requireManagedScope(query: Query, caller: ManagerCaller, scope: SentScope): Promise<Scope> {
  if (scope.kind === 'everything') {
    requireScopeEverything(caller);
    return scope;
  }
  const uuid = scope.uuid.toLowerCase();
  await requireManaged(query, caller, scope.kind, uuid);
  return { kind: scope.kind, uuid };
}
