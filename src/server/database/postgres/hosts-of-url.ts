/** Addresses of PostgreSQL with several hosts, such as `postgres://user:password@a:5432,b:5432/room_status`. */

const partsOfUrl = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<end>.*)$/is;

/** Returns one address for each host, in their order. An address with one host is returned as it is. */
export function urlsOfHosts(url: string): readonly string[] {
  const { start, hosts, end } = partsOfUrl.exec(url)?.groups ?? {};
  if (start === undefined || hosts === undefined || end === undefined) return [url];
  return hosts.split(',').map((host) => `${start}${host.trim()}${end}`);
}

/** Returns the name and the hosts of the database in an address, without the account and the password. */
export function describeUrl(url: string): string {
  const urls = urlsOfHosts(url).map((one) => new URL(one));
  const hosts = urls.map(({ host }) => (host === '' ? 'this machine' : host)).join(', ');
  return `${decodeURIComponent(urls[0]?.pathname.slice(1) ?? '')} at ${hosts}`;
}
