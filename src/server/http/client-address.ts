/** The address of the client that sent a request, also behind a reverse proxy. */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The IP address of the client, not that of a trusted proxy between the client and the server. */
    readonly clientAddress: string;
  }
}

export function decorateClientAddress(fastify: FastifyInstance, addressOf: (request: IncomingMessage) => string): void {
  fastify.decorateRequest('clientAddress', {
    getter() {
      return addressOf(this.raw);
    },
  });
}

/** Whether the text is an IP address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bitCount = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitCount);
}

/**
 * Returns a function that finds the client's address. It reads `X-Forwarded-For` only as far as trusted proxies wrote
 * it, because a client can write any address into that header. `trustedProxies` are addresses or networks.
 */
export function createClientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrustedAddress = proxyAddr.compile([...trustedProxies]);
  const isTrusted = (address: string, index: number) => isTrustedAddress(withoutPort(address), index);
  return (request) => {
    // The socket of a client that has already disconnected has no address.
    const address = request.socket.remoteAddress === undefined ? 'unknown' : proxyAddr(request, isTrusted);
    return withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '');
  };
}

/**
 * Removes the port, as in `192.0.2.7:50123` or `[2001:db8::7]:50123`, which some proxies add. Otherwise each connection
 * of a sender would count as another address.
 */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}

/**
 * The networks that an address belongs to, the smallest first: an IPv4 address itself, or the IPv6 networks /64, /56
 * and /48. Providers give one customer a network of one of these sizes (RFC 6177), with all addresses in it.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  if (!isIPv6(address)) return [address];
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const digits = [...groups, ...(tail === undefined ? [] : zeros), ...rest]
    .map((group) => group.padStart(4, '0'))
    .join('');
  const prefixOf = (bits: number) => `${digits.slice(0, bits / 4)}/${bits}`;
  return [prefixOf(64), prefixOf(56), prefixOf(48)];
}
