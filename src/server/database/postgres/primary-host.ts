/** Finds the primary among the hosts of an address, and finds it again after a failover. */
import pg from 'pg';
import { urlsOfHosts } from './hosts-of-url.ts';

/** A host that has not answered after this time is not the primary. */
const probeTimeoutMs = 1_500;

/** @param url an address with one or more hosts */
export function createPrimaryHost(url: string) {
  const urls = urlsOfHosts(url);
  let current = urls[0] ?? url;
  let search: Promise<boolean> | undefined;

  async function searchAll(): Promise<boolean> {
    try {
      current = await Promise.any(urls.map(requirePrimary));
      return true;
    } catch {
      return false;
    } finally {
      search = undefined;
    }
  }

  return {
    /** Returns the address of the host that was the primary at the last search; at first the first one. */
    url: (): string => current,
    /**
     * Asks all hosts at the same time which of them is the primary. Concurrent calls share one search. Resolves to
     * whether there is one; to false at once when the address has a single host, because there is no choice.
     */
    find: (): Promise<boolean> => (urls.length < 2 ? Promise.resolve(false) : (search ??= searchAll())),
  };
}

/** Resolves to the address. Rejects when its server cannot be reached or is a standby. */
async function requirePrimary(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    application_name: 'room-status probe',
  });
  // Without a listener for errors, a lost connection would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby !== false) throw new StandbyError();
    return url;
  } finally {
    // The end of a connection to a host that does not answer is not waited for.
    client.end().catch(() => undefined);
  }
}

/** The error for a connection to a standby, which refuses every write and may be behind the primary. */
export class StandbyError extends Error {
  constructor() {
    super('the server is a standby, not the primary');
    this.name = 'StandbyError';
  }
}
