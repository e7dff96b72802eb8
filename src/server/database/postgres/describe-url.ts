/** Returns the name and the host of the database in an address, without the account and the password. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host === '' ? 'this machine' : host}`;
}
