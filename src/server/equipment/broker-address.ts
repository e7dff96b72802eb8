/** The address of the external broker, and which hosts an administrator may name. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { IClientOptions } from 'mqtt';
import { createHostList, type IsListedHost } from '../shared/host-list.ts';

export interface ExternalBroker {
  /**
   * The address, such as `mqtt://host:1883`, or with `mqtts`, `ws` or `wss`. The address of MQTT_URL may contain user
   * and password.
   */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Whether the server may connect to a host. Undefined: any host is allowed, because the operator has set the address. */
  readonly isAllowed?: IsAllowedHost;
}

export type IsAllowedHost = IsListedHost;

const loopback = ['127.0.0.0/8', '::1/128'];
/**
 * The private networks of RFC 1918 and RFC 4193. The link-local networks are left out, because clouds have their
 * metadata services there.
 */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/**
 * Creates the check of hosts. `allowed`: the names, addresses and networks of MQTT_ALLOWED_HOSTS; by default private
 * networks. Loopback is always allowed.
 */
export function createHostCheck(allowed: readonly string[] = privateNetworks): IsAllowedHost {
  return createHostList([...loopback, ...allowed]);
}

/** Returns the address without the user and the password that it may contain. */
export function removePassword(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
}

/**
 * Whether no address of the host is allowed. A name that cannot be resolved now is checked when the server connects.
 */
export async function isForbiddenHost(url: string, isAllowed: IsAllowedHost): Promise<boolean> {
  const host = hostOf(url);
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 && !found.some(({ address }) => isAllowed(host, address));
}

/**
 * Resolves and checks the host, and returns the options of the connection. The connection uses the checked address,
 * because the name could resolve to another one a moment later. Throws when the host is unknown or not allowed.
 */
export async function resolveBroker({ url, user, password, isAllowed }: ExternalBroker): Promise<IClientOptions> {
  const login = { ...(user !== undefined && { username: user }), ...(password !== undefined && { password }) };
  if (isAllowed === undefined) return login;
  const host = hostOf(url);
  const found = await lookup(host, { all: true });
  const chosen = found.find(({ address }) => isAllowed(host, address));
  if (chosen === undefined) throw new Error(`MQTT_ALLOWED_HOSTS does not allow ${host}`);
  return { ...login, hostname: chosen.address, ...(isIP(host) === 0 && { servername: host }) };
}
