import { type Demo, type DemoOptions, startDemo } from '../../demo/run-demo.ts';
import type { ChangeAlertsOptions } from '../../rooms/alerts/change-alerts.ts';
import { createDeviceKey, revokeDeviceKeys } from '../../intake/device-keys/device-keys.ts';
import { createDemoAlerts } from './demo-alerts.ts';

const keyName = 'demo';
/** All demo devices share one key, and the demo can run up to 1,000 times as fast as real time. */
const maxReportsPerSecond = 10_000;

/** Starts the demo devices, which report over HTTP, and the simulated staff. Each start creates a new key, because keys are stored only as hashes. */
export async function startDemoDevices(
  options: Omit<DemoOptions, 'deviceKey' | 'random' | 'alerts'> & Pick<ChangeAlertsOptions, 'bus'>,
): Promise<Demo> {
  const { database, now } = options;
  await revokeDeviceKeys(database, keyName, now());
  const { key } = await createDeviceKey(database, {
    name: keyName,
    scope: { kind: 'everything' },
    now: now(),
    ratePerSecond: maxReportsPerSecond,
  });
  return startDemo({ ...options, deviceKey: key, random: Math.random, alerts: createDemoAlerts(options) });
}
