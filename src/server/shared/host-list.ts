/** Hosts that an operator lists in a setting: names, addresses and networks such as `10.0.0.0/8`. */
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether the host with this name and network address is listed. */
export type IsListedHost = (host: string, address: string) => boolean;

export function createHostList(entries: readonly string[]): IsListedHost {
  const isNetwork = (entry: string) => isIP(entry.split('/', 1)[0] ?? '') !== 0;
  const isInNetwork = proxyAddr.compile(entries.filter(isNetwork));
  const names = new Set(entries.filter((entry) => !isNetwork(entry)).map((name) => name.toLowerCase()));
  return (host, address) => names.has(host.toLowerCase()) || isInNetwork(address, 0);
}
