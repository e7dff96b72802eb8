import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress, isAddressOrNetwork, networkOf } from './client-address.ts';

function addressOf(from: string, forwardedFor: string | undefined, proxies: readonly string[]): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return clientAddress(proxies)({ headers, socket });
}

const proxies = ['127.0.0.1', '10.0.0.2'];

test('behind a trusted proxy each person has an address of their own', () => {
  expect(addressOf('127.0.0.1', '192.0.2.7', proxies)).toBe('192.0.2.7');
  expect(addressOf('::ffff:127.0.0.1', '192.0.2.7', proxies)).toBe('192.0.2.7');
});

test('of what was forwarded only that counts which trusted proxies wrote', () => {
  expect(addressOf('127.0.0.1', '198.51.100.1, 192.0.2.7', proxies)).toBe('192.0.2.7');
  expect(addressOf('127.0.0.1', '198.51.100.1, 192.0.2.7, 10.0.0.2', proxies)).toBe('192.0.2.7');
});

test('whoever is no trusted proxy says nothing about where a request comes from', () => {
  expect(addressOf('192.0.2.7', '198.51.100.1', proxies)).toBe('192.0.2.7');
  expect(addressOf('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1');
});

test('a whole network may be trusted, as that of the proxies of a cluster', () => {
  const networks = ['10.0.0.0/8', 'fd00::/8'];
  expect(addressOf('10.4.5.6', '192.0.2.7', networks)).toBe('192.0.2.7');
  expect(addressOf('::ffff:10.4.5.6', '192.0.2.7, fd12::1', networks)).toBe('192.0.2.7');
  expect(addressOf('11.0.0.1', '192.0.2.7', networks)).toBe('11.0.0.1');
  expect(addressOf('10.4.5.6', 'unknown', networks)).toBe('unknown');
});

test('an address is an address or a network, and nothing else', () => {
  for (const right of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/128']) expect(isAddressOrNetwork(right)).toBe(true);
  for (const wrong of ['', 'front', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', '10.0.0/8']) {
    expect(isAddressOrNetwork(wrong)).toBe(false);
  }
});

test('a proxy that asks for itself is the sender', () => {
  expect(addressOf('127.0.0.1', undefined, proxies)).toBe('127.0.0.1');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:7:aaaa::1', '2001:db8:0:7::/64'],
  ['2001:0DB8::7:1:2:3:4', '2001:db8:0:7::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
