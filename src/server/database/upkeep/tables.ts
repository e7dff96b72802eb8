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
  'mqtt_session',
] as const satisfies readonly (keyof Schema)[];

/**
 * Their rows are of the processes that run now, and in no backup: a copy on trial would take them for dead ones,
 * and throw those that live out of their broker.
 */
export const withoutRows: readonly (keyof Schema)[] = ['mqtt_session'];
