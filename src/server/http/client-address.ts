/** The address of the client that sent a request, also behind a reverse proxy. */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether the text is an IP address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bitCount = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitCount);
}

/**
 * Returns a function that finds the client's address. It uses `X-Forwarded-For` only as far as trusted proxies wrote
 * it; a client could otherwise choose its own address. `trustedProxies` are addresses or networks.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request) => {
    // The socket of a client that has disconnected has no address.
    const address = request.socket.remoteAddress === undefined ? 'unknown' : proxyAddr(request, isTrusted);
    return address.replace(/^::ffff:(?=\d+\.)/i, '');
  };
}

/**
 * The network that counts as one sender: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * customer owns all addresses below those (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const all = [...groups, ...(tail === undefined ? [] : zeros), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
