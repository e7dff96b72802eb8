/**
 * Asks PostgreSQL twice a second whether it answers, so that boards say within three seconds that it does not. The
 * connection may be to a machine that died without closing it, and then every other query waits for its own timeout.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** The clock of the probe counts its own ticks, so a process that was suspended has no outage when it goes on. */
const tickMs = 100;
const probeIntervalTicks = 5;
/** Ticks without an answer after which there is an outage. A probe and a reconnection take much less. */
const maxSilentTicks = 20;

export interface DatabaseProbe {
  /** Whether PostgreSQL has not answered for two seconds. */
  hasOutage(): boolean;
  close(): void;
}

/**
 * @param database asked through the connections for reports, which do not queue behind the queries of boards
 * @param onRecovered called when PostgreSQL answers again after an outage
 */
export function startDatabaseProbe(
  { kind, deviceQuery }: Pick<Database, 'kind' | 'deviceQuery'>,
  onRecovered: () => void,
): DatabaseProbe {
  // The embedded database is in this process.
  if (kind === 'sqlite') return { hasOutage: () => false, close: () => undefined };
  let silentTicks = 0;
  let isProbing = false;
  const hasOutage = () => silentTicks >= maxSilentTicks;

  async function probe(): Promise<void> {
    isProbing = true;
    try {
      await sql`select 1`.execute(deviceQuery);
      if (hasOutage()) onRecovered();
      silentTicks = 0;
    } catch {
      // The silence goes on.
    } finally {
      isProbing = false;
    }
  }

  const timer = setInterval(() => {
    silentTicks += 1;
    if (!isProbing && silentTicks % probeIntervalTicks === 0) void probe();
  }, tickMs).unref();
  return { hasOutage, close: () => clearInterval(timer) };
}
