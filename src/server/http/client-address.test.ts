import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

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

test('a proxy that asks for itself is the sender', () => {
  expect(addressOf('127.0.0.1', undefined, proxies)).toBe('127.0.0.1');
});
