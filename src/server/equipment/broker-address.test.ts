import { expect, test } from 'vitest';
import { createHostCheck, resolveBroker } from './broker-address.ts';

test.each([
  ['127.0.0.1', undefined, true],
  ['::1', undefined, true],
  ['192.168.1.20', undefined, true],
  ['fd00::20', undefined, true],
  ['203.0.113.7', undefined, false],
  ['169.254.169.254', undefined, false],
  ['fe80::1', undefined, false],
  ['192.168.1.20', ['10.0.0.0/8'], false],
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['203.0.113.7', ['broker.example.org'], true],
  ['127.0.0.1', ['broker.example.org'], true],
] as const)('the broker at %s with MQTT_ALLOWED_HOSTS %s is allowed: %s', (address, allowed, isAllowed) => {
  expect(createHostCheck(allowed)('Broker.example.org', address)).toBe(isAllowed);
});

test('the server connects to the broker address that was checked, and checks the certificate with the name of the host', async () => {
  const isAllowed = createHostCheck();
  const { hostname, ...options } = await resolveBroker({
    url: 'mqtts://localhost:8883',
    user: 'rooms',
    password: 'p',
    isAllowed,
  });
  expect(hostname).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(options).toEqual({ username: 'rooms', password: 'p', servername: 'localhost' });
  expect(await resolveBroker({ url: 'mqtt://[::1]:1883', isAllowed })).toEqual({ hostname: '::1' });
  await expect(resolveBroker({ url: 'mqtt://203.0.113.7', isAllowed })).rejects.toThrow('does not allow 203.0.113.7');
});
