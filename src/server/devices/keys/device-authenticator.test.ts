import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { everything } from '../../../../tests/support/homes/small-home.ts';
import type { Database } from '../../database/database.ts';
import { createDeviceAuthenticator } from './device-authenticator.ts';
import { createDeviceKey, listDeviceKeys, revokeDeviceKey } from './device-keys.ts';
import { createKeyUsage } from './key-usage.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const noon = Date.UTC(2026, 2, 1, 12);
const newKey = (ratePerSecond?: number) =>
  createDeviceKey(database, { name: 'gateway', scope: everything, now: noon, ratePerSecond });

test('a revoked device key is refused after one second, when its cached lookup has expired', async () => {
  const { id, key } = await newKey(7);
  let now = 0;
  const devices = createDeviceAuthenticator({ database, elapsed: () => now });
  const caller = { keyId: id, keyName: 'gateway', scope: everything, ratePerSecond: 7 };
  expect(await devices.authenticateHeader(`Bearer ${key}`)).toEqual(caller);
  await revokeDeviceKey(database, id, noon);
  now = 999;
  expect(await devices.authenticateKey(key)).toEqual(caller);
  now = 1_000;
  expect(await devices.authenticateKey(key)).toBeUndefined();
  await expect(devices.authenticateHeader(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('every request with a valid device key counts as a use of the key, also when the key is cached', async () => {
  const { id, key } = await newKey();
  const used: string[] = [];
  const devices = createDeviceAuthenticator({ database, onUsed: (keyId) => void used.push(keyId) });
  const header = `Bearer ${key}`;
  await Promise.all([devices.authenticateHeader(header), devices.authenticateHeader(header)]);
  expect(devices.authenticateHeader(header)).toMatchObject({ keyId: id });
  expect(used).toEqual([id, id, id]);
});

test('a request without a device key or with an unknown one is refused and counted', async () => {
  let refused = 0;
  const devices = createDeviceAuthenticator({ database, onRefused: () => void refused++ });
  for (const header of [undefined, '', 'Basic x', 'Bearer', 'Bearer rsk_x', `Bearer ${'x'.repeat(300)}`]) {
    await expect(devices.authenticateHeader(header), header).rejects.toMatchObject({ code: 'unauthenticated' });
  }
  expect(refused).toBe(6);
});

test('a request fails with 503 when its device key cannot be looked up, and the failure is not cached', async () => {
  const { key } = await newKey();
  let isDown = true;
  const unreachable: Database = {
    ...database,
    get query() {
      if (isDown) throw new Error('unreachable');
      return database.query;
    },
    isUnavailable: () => true,
  };
  const devices = createDeviceAuthenticator({ database: unreachable });
  const refusal: unknown = await devices.authenticateKey(key).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect(refusal).toHaveProperty('options.headers.retry-after', expect.stringMatching(/^[123]$/));
  isDown = false;
  expect(await devices.authenticateKey(key)).toBeDefined();
});

test('the last use of a device key is stored rounded down to the minute and never moves back', async () => {
  const { id } = await newKey(50);
  const log: string[] = [];
  let now = noon + 59_999;
  const use = createKeyUsage({ database, now: () => now, log: { warn: (_, message) => void log.push(message) } });
  expect(await listDeviceKeys(database)).toMatchObject([{ id, lastUsedAt: null, ratePerSecond: 50, createdAt: noon }]);
  use.record(id);
  await use.close();
  expect(await listDeviceKeys(database)).toMatchObject([{ lastUsedAt: noon }]);
  now = noon - 60_000;
  use.record(id);
  await use.close();
  expect(await listDeviceKeys(database)).toMatchObject([{ lastUsedAt: noon }]);
  expect(log).toEqual([]);
});
