/** Whose request it is: behind a reverse proxy every connection comes from the proxy. */
import type { IncomingMessage } from 'node:http';

/**
 * The address of the nearest sender that is none of the proxies. What `X-Forwarded-For` says is believed
 * as far as trusted proxies wrote it: each adds whom it heard from at the end.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  return ({ headers, socket }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((list) => list.split(','));
    const hops = [...forwarded, socket.remoteAddress ?? 'unknown'].map(plainAddress);
    return hops.findLast((hop) => !trustedProxies.includes(hop)) ?? hops[0] ?? 'unknown';
  };
}

/** An IPv4 address that came by an IPv6 socket is still that address. */
function plainAddress(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
}
