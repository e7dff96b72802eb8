import type { Schema } from '../schema.ts';

/** All tables of the schema. */
export const tables = [
  'client',
  'location',
  'ward',
  'stream',
  'observation',
  'report',
  'device_key',
  'account',
  'group_right',
  'revoked_token',
  'identity_record',
  'identity_key',
  'mqtt_reader',
] as const satisfies readonly (keyof Schema)[];
