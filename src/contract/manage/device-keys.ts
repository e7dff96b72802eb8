/** Device keys: who may report for which rooms. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { ItemsOf } from '../entities.ts';
import { ScopeJson } from '../scope.ts';
import { Uuid } from '../uuid.ts';
import { DisplayName } from './fields.ts';

const maxRatePerSecond = 999_999;

const DeviceKey = z.object({
  id: Uuid,
  name: z.string(),
  scope: ScopeJson,
  /** The names of the client, the location and the ward, from the top. Empty for everything. */
  scopeNames: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** To the minute. Null: the key was not used yet. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** The network address of the last use. */
  lastUsedFrom: z.nullable(z.string()),
  /** Reports per second in the long run. Null: the default. */
  ratePerSecond: z.nullable(z.int()),
});

/** The port of the embedded MQTT broker. Null: it does not run. */
const MqttPort = z.nullable(z.int());

export const deviceKeyEndpoints = {
  listDeviceKeys: {
    method: 'GET',
    path: '/manage/device-keys',
    access: 'manager',
    summary: 'The valid device keys of the places that you manage',
    response: ItemsOf(DeviceKey),
  },
  createDeviceKey: {
    method: 'POST',
    path: '/manage/device-keys',
    access: 'manager',
    summary: 'Creates a device key. The answer is the only one that contains it',
    body: z.strictObject({
      name: DisplayName,
      scope: ScopeJson,
      ratePerSecond: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(maxRatePerSecond)))),
    }),
    response: z.object({
      key: z.string(),
      id: Uuid,
      /** A room of the scope, as a device names it. Null: the scope has no room. */
      exampleRoom: z.nullable(z.string()),
      mqttPort: MqttPort,
    }),
  },
  revokeDeviceKey: {
    method: 'DELETE',
    path: '/manage/device-keys/{id}',
    access: 'manager',
    summary: 'Revokes a device key. Its connections end at once, at other servers within three seconds',
    params: z.object({ id: Uuid }),
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
