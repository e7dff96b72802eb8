/** Device keys: who may report for which rooms. */
import * as z from 'zod/mini';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { ScopeJson } from '../scope.ts';
import { Uuid } from '../uuid.ts';
import { DisplayName } from '../fields.ts';

/** The maximum rate of a key. Faster reports would delay the boards of all users. */
export const maxRatePerSecond = 1_000;

const DeviceKey = z.object({
  id: Uuid,
  name: z.string(),
  scope: ScopeJson,
  /** The names of the client, the location and the ward, from the top. Empty for the scope `everything`. */
  scopeNames: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** When the key was last used, to the minute. Null: never. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** The network address of the last use. */
  lastUsedFrom: z.nullable(z.string()),
  /** The sustained rate in reports per second. Null: the default. */
  ratePerSecond: z.nullable(z.int()),
});

/** The port of the embedded MQTT broker. Null: it does not run. */
const MqttPort = z.nullable(z.int());

export const deviceKeyEndpoints = {
  listDeviceKeys: {
    method: 'GET',
    path: '/manage/device-keys',
    access: 'manager',
    reach: 'scopes',
    view: 'device-key.view',
    summary: 'The valid device keys of the places that you manage',
    response: listSchemaOf(DeviceKey),
  },
  createDeviceKey: {
    method: 'POST',
    path: '/manage/device-keys',
    access: 'manager',
    reach: 'named',
    outcome: 'secret',
    summary: 'Creates a device key. The answer is the only one that contains it',
    body: z.strictObject({
      name: DisplayName,
      scope: ScopeJson,
      ratePerSecond: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(maxRatePerSecond)))),
    }),
    response: z.object({
      key: z.string(),
      id: Uuid,
      /** A room of the scope in the form in which devices name it. Null: the scope has no room. */
      exampleRoom: z.nullable(z.string()),
      mqttPort: MqttPort,
    }),
  },
  revokeDeviceKey: {
    method: 'DELETE',
    path: '/manage/device-keys/{id}',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Revokes a device key. Its connections end at once, at other servers within three seconds',
    params: z.object({ id: Uuid }),
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
