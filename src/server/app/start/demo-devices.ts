/** Lets the demo's devices report to the server that has just started, like any others. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import { type Demo, startDemo } from '../../demo/run-demo.ts';
import { rememberPast } from '../../demo/remember-past.ts';
import { createDeviceKey, revokeDeviceKeys } from '../../intake/device-keys/device-keys.ts';

const keyName = 'demo';
/** All devices of the demo speak with one key, and its night may pass a thousand times as fast. */
const reportsPerSecond = 10_000;

export interface DemoDevicesOptions {
  readonly database: Database;
  /** Of the server, as this machine reaches it. */
  readonly localUrl: string;
  readonly speed: number;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/** Each start has a key of its own: the one before is no longer known to anybody. */
export async function startDemoDevices({ database, localUrl, ...rest }: DemoDevicesOptions): Promise<Demo> {
  await revokeDeviceKeys(database, keyName, rest.now());
  const { key } = await createDeviceKey(database, {
    name: keyName,
    scope: { kind: 'everything' },
    now: rest.now(),
    ratePerSecond: reportsPerSecond,
  });
  return startDemo({
    ...rest,
    apiBaseUrl: `${localUrl}/api`,
    deviceKey: key,
    random: Math.random,
    rememberPast: (past) => rememberPast(database, past, rest.now()),
    log: { info: (message) => rest.log.info(message), warn: (message) => rest.log.warn(message) },
  });
}
