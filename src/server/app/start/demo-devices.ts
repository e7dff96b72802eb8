import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import { type Demo, startDemo } from '../../demo/run-demo.ts';
import { createDeviceKey, revokeDeviceKeys } from '../../intake/device-keys/device-keys.ts';

const keyName = 'demo';
/** All demo devices share one key, and the demo can run up to 1,000 times as fast as real time. */
const maxReportsPerSecond = 10_000;

export interface DemoDevicesOptions {
  readonly database: Database;
  /** The address of the server on this machine. */
  readonly localUrl: string;
  readonly speed: number;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/** Starts the demo devices, which report over HTTP. Each start creates a new key, because keys are stored only as hashes. */
export async function startDemoDevices({ database, localUrl, ...rest }: DemoDevicesOptions): Promise<Demo> {
  await revokeDeviceKeys(database, keyName, rest.now());
  const { key } = await createDeviceKey(database, {
    name: keyName,
    scope: { kind: 'everything' },
    now: rest.now(),
    ratePerSecond: maxReportsPerSecond,
  });
  return startDemo({
    ...rest,
    database,
    apiBaseUrl: `${localUrl}/api`,
    deviceKey: key,
    random: Math.random,
    log: { warn: (message) => rest.log.warn(message) },
  });
}
