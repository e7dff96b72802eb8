/** Name and host of the database, without the account and password. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host === '' ? 'this machine' : host}`;
}
