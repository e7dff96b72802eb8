/** All tables with data of ours, in the order in which each refers only to those before it. */
import type { Schema } from '../database.ts';

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
] as const satisfies readonly (keyof Schema)[];
