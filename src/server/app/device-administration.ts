/** Registers the first set-up and the administration of devices. */
import type { Database } from '../database/database.ts';
import { registerFirstHomeRoutes } from '../hierarchy/first-home.ts';
import type { ApiServer } from '../http/api-server.ts';
import { registerSetupRoutes, type SetupRoutesOptions } from '../identity/first-setup/setup-routes.ts';
import { ensureAccount } from '../identity-provider/accounts/add-account.ts';
import { createSignInBackoff } from '../identity-provider/sign-in/sign-in-backoff.ts';
import type { DeviceAuthenticator } from '../intake/device-keys/device-authenticator.ts';
import type { Equipment } from '../intake/equipment/equipment.ts';
import { registerDeviceKeyRoutes } from '../intake/device-keys/device-key-routes.ts';
import { registerRoomActivityRoutes } from '../intake/rooms/room-activity-routes.ts';
import { registerUnknownRoomAlertRoutes } from '../intake/rooms/unknown-room-alert-routes.ts';
import { registerUnknownRoomRoutes } from '../intake/rooms/unknown-room-routes.ts';
import { listDeviceKeys } from '../intake/device-keys/device-keys.ts';

export interface DeviceAdministrationOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly devices: DeviceAuthenticator;
  readonly equipment: Equipment;
  readonly isProviderEmbedded: boolean;
  /** Each start replaces the rights in the database by those of the access file. */
  readonly hasAccessFile: boolean;
  /** The port of the embedded broker. Null: it does not run. */
  readonly mqttPort: number | null;
}

export function registerDeviceAdministration(api: ApiServer, options: DeviceAdministrationOptions): void {
  const { database, now, devices, equipment, mqttPort, isProviderEmbedded, hasAccessFile } = options;
  registerSetupRoutes(api, {
    database,
    now,
    limit: createCodeLimit(now),
    createAccount: isProviderEmbedded ? createAccountCreation(now) : undefined,
    mayGrant: !hasAccessFile,
  });
  const hasDeviceKey = async () => (await listDeviceKeys(database)).length > 0;
  registerFirstHomeRoutes(api, { database, now, hasDeviceKey });
  registerDeviceKeyRoutes(api, { database, now, onRevoked: devices.forget, mqttPort });
  registerRoomActivityRoutes(api, { database, now });
  registerUnknownRoomRoutes(api, { database, equipment });
  registerUnknownRoomAlertRoutes(api, { database, equipment, now });
}

/** Counts wrong codes for each address alone, so that nobody can keep the holder of the code out. */
function createCodeLimit(now: () => number): SetupRoutesOptions['limit'] {
  const backoff = createSignInBackoff(now);
  const attemptOf = (address: string) => ({ account: address, address, knownDevice: undefined });
  return {
    start: (address) => backoff.startAttempt(attemptOf(address)),
    succeed: (address) => backoff.recordSuccess(attemptOf(address)),
  };
}

function createAccountCreation(now: () => number): SetupRoutesOptions['createAccount'] {
  return async ({ query }, { username, displayName, password, group, address }) => {
    const email = `${username}@localhost`;
    const wanted = { username, displayName, email, groups: [group], password };
    return ensureAccount({ query }, wanted, {
      actor: { kind: 'user', id: null, name: displayName, address },
      at: now(),
    });
  };
}
