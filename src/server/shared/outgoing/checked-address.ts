/**
 * Which network addresses a webhook and a push message may reach. Managers and browsers give the URLs, so without this
 * check they could send requests into the network of the server (SSRF).
 */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryReason } from '../../../domain/notices/delivery.ts';
import type { IsListedHost } from '../host-list.ts';

/** Resolves a name to all its addresses, as `lookup` of node:dns does. */
export type ResolveAddresses = (
  host: string,
  options: { readonly all: true; readonly family?: number },
  callback: (
    error: NodeJS.ErrnoException | null,
    addresses: readonly { readonly address: string; readonly family: number }[],
  ) => void,
) => void;

export const resolveAddresses: ResolveAddresses = (host, options, callback) =>
  lookup(host, options, (error, addresses) => callback(error, addresses));

/** The addresses of the internet in IPv6. All others have a special meaning or are not assigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The error of a connection that was not opened, because no address of its host may be reached. */
export class ForbiddenAddressError extends Error {
  readonly reason: DeliveryReason;

  constructor(reason: DeliveryReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The host of a URL as a name or an address, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replaceAll(/^\[|\]$/g, '');
}

/** Why a request with this URL must not connect to the address. Undefined: it may. `isListed`: the hosts of the setting. */
export function refusalOfAddress(url: URL, address: string, isListed: IsListedHost): DeliveryReason | undefined {
  if (isListed(hostOf(url), address)) return undefined;
  if (!isOfInternet(address)) return 'forbidden-address';
  return url.protocol === 'https:' ? undefined : 'needs-https';
}

function isOfInternet(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is written as IPv6, such as ::ffff:127.0.0.1, is checked as IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

interface CheckOptions {
  readonly isListed: IsListedHost;
  readonly resolve: ResolveAddresses;
}

/**
 * Why no address of the URL's host may be reached. Undefined: one may, or the name cannot be resolved now, and is checked
 * when the server connects.
 */
export function findRefusal(url: URL, { isListed, resolve }: CheckOptions): Promise<DeliveryReason | undefined> {
  const host = hostOf(url);
  return new Promise((done) => {
    resolve(host, { all: true }, (error, addresses) => {
      if (error !== null) return done(undefined);
      const refusals = addresses.map(({ address }) => refusalOfAddress(url, address, isListed));
      done(refusals.includes(undefined) ? undefined : refusals[0]);
    });
  });
}

/**
 * The `lookup` of a connection, which returns only addresses that may be reached. The check is part of the connection,
 * because a name could resolve to another address after an earlier check (DNS rebinding).
 */
export function createCheckedLookup(url: URL, { isListed, resolve }: CheckOptions): LookupFunction {
  return (host, { all = false, family }, callback) => {
    const wanted = typeof family === 'number' ? { family } : {};
    resolve(host, { all: true, ...wanted }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const allowed = addresses.filter(({ address }) => refusalOfAddress(url, address, isListed) === undefined);
      const [first] = allowed;
      if (first === undefined) {
        const reason = refusalOfAddress(url, addresses[0]?.address ?? '', isListed) ?? 'forbidden-address';
        return callback(new ForbiddenAddressError(reason), []);
      }
      if (all) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    });
  };
}

/** Why a URL with a network address in place of a name must not be reached. A connection does not look such a host up. */
export function refusalOfLiteral(url: URL, isListed: IsListedHost): DeliveryReason | undefined {
  const host = hostOf(url);
  return isIP(host) === 0 ? undefined : refusalOfAddress(url, host, isListed);
}
