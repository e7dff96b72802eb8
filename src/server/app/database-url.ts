/** The format of the address of a PostgreSQL database, with one or more hosts. */
import * as z from 'zod/mini';
import { urlsOfHosts } from '../database/postgres/hosts-of-url.ts';

/** Explains which characters of a password must be escaped, because they would end the password in an address. */
export const escapeHint = 'with / # ? % @ in a password written as %2F %23 %3F %25 %40';

/** Matches hosts in the parameter `host`, which libpq accepts and our pool does not. */
const hostsAsParameter = /[?&]host=[^&#]*(,|%2c)/i;

export const DatabaseUrl = z.string().check(
  z.refine((value) => !hostsAsParameter.test(value), {
    error: 'must name its hosts before the path, such as postgres://user:password@a:5432,b:5432/room_status',
    abort: true,
  }),
  z.refine(
    // Requires a path, because without one PostgreSQL would use the database with the name of the user.
    (value) =>
      urlsOfHosts(value).every(
        (url) =>
          hasScheme('postgres', 'postgresql')(url) && new URL(url).pathname.length > 1 && isHostNamed(url, value),
      ),
    `must be an address such as postgres://user:password@host:5432/room_status, with one or more hosts, ${escapeHint}`,
  ),
);

/** Whether the address names a host. A single one may be missing: a Unix socket is named by the parameter `host`. */
function isHostNamed(url: string, all: string): boolean {
  return url === all || new URL(url).hostname !== '';
}

export function hasScheme(...schemes: readonly string[]): (value: string) => boolean {
  return (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1));
}
