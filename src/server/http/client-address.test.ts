import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClientAddressReader, isAddressOrNetwork, networksOf } from './client-address.ts';

function addressOf(from: string | undefined, forwardedFor: string | undefined, proxies: readonly string[]): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return createClientAddressReader(proxies)(request);
}

const proxies = ['127.0.0.1', '10.0.0.2'];
const trustedNetworks = ['10.0.0.0/8', 'fd00::/8'];

test.each([
  ['is what a trusted proxy forwards', '127.0.0.1', '192.0.2.7', proxies, '192.0.2.7'],
  ['is found behind an IPv4-mapped proxy', '::ffff:127.0.0.1', '192.0.2.7', proxies, '192.0.2.7'],
  ['is not what the client itself forwards', '127.0.0.1', '198.51.100.1, 192.0.2.7', proxies, '192.0.2.7'],
  ['is found behind two trusted proxies', '127.0.0.1', '198.51.100.1, 192.0.2.7, 10.0.0.2', proxies, '192.0.2.7'],
  ['is that of an untrusted proxy', '192.0.2.7', '198.51.100.1', proxies, '192.0.2.7'],
  ['is that of the connection without trusted proxies', '127.0.0.1', '198.51.100.1', [], '127.0.0.1'],
  ['is that of a proxy that forwards nothing', '127.0.0.1', undefined, proxies, '127.0.0.1'],
  ['is found behind a trusted network', '10.4.5.6', '192.0.2.7', trustedNetworks, '192.0.2.7'],
  [
    'is found behind trusted networks of both families',
    '::ffff:10.4.5.6',
    '192.0.2.7, fd12::1',
    trustedNetworks,
    '192.0.2.7',
  ],
  ['is that of a proxy outside the trusted network', '11.0.0.1', '192.0.2.7', trustedNetworks, '11.0.0.1'],
  ['is a plain IPv4 address when it was IPv4-mapped', '::ffff:192.0.2.7', undefined, proxies, '192.0.2.7'],
  ['is unknown when the proxy does not know it', '10.4.5.6', 'unknown', trustedNetworks, 'unknown'],
  ['has no port when the proxy forwards one', '127.0.0.1', '192.0.2.7:50123', proxies, '192.0.2.7'],
  ['has no port when the proxy forwards an IPv6 one', '127.0.0.1', '[2001:db8::7]:50123', proxies, '2001:db8::7'],
  ['has no brackets', '127.0.0.1', '[2001:db8::7]', proxies, '2001:db8::7'],
  ['is found behind a proxy with a port', '127.0.0.1', '192.0.2.7:4711, 10.0.0.2:4712', proxies, '192.0.2.7'],
  ['is unknown when the socket is closed', undefined, '192.0.2.7', proxies, 'unknown'],
])('the client address %s', (_, from, forwardedFor, trusted, expected) => {
  expect(addressOf(from, forwardedFor, trusted)).toBe(expected);
});

test('a trusted proxy can be configured as an IP address or a network, and as no other text', () => {
  for (const valid of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/128']) expect(isAddressOrNetwork(valid)).toBe(true);
  for (const invalid of ['', 'front', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', '10.0.0/8']) {
    expect(isAddressOrNetwork(invalid)).toBe(false);
  }
});

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:207:aaaa::1', ['20010db800010207/64', '20010db8000102/56', '20010db80001/48']],
  ['2001:0DB8::207:1:2:3:4', ['20010db800000207/64', '20010db8000002/56', '20010db80000/48']],
  ['::1', ['0000000000000000/64', '00000000000000/56', '000000000000/48']],
  ['fe80::1%eth0', ['fe80000000000000/64', 'fe800000000000/56', 'fe8000000000/48']],
  ['unknown', ['unknown']],
])('the networks of the address %s are %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
