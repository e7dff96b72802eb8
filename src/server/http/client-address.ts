/** Whose request it is: behind a reverse proxy every connection comes from the proxy. */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { BlockList, isIP } from 'node:net';

/** An IP address, or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/**
 * The address of the nearest sender that is none of the proxies. What `X-Forwarded-For` says is believed
 * as far as trusted proxies wrote it: each adds whom it heard from at the end.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const trusted = listOf(trustedProxies);
  return ({ headers, socket }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((list) => list.split(','));
    const hops = [...forwarded, socket.remoteAddress ?? 'unknown'].map(plainAddress);
    return hops.findLast((hop) => !trusted.check(hop, familyOf(hop))) ?? hops[0] ?? 'unknown';
  };
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', prefix] = text.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * What one sender can choose its addresses from: an IPv4 address, or the first half of an IPv6 one, since
 * whoever has one of those has all beneath it (RFC 6177).
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

/** An IPv4 address that came by an IPv6 socket is still that address. */
function plainAddress(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
}
