/**
 * What this process knows of itself, sampled at an interval, so that it knows since when something fails. On PostgreSQL
 * each process writes it to the database, so that any of them can tell about all.
 */
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { ProcessStatus } from '../../../../contract/manage/status.ts';
import { isoTime } from '../../../../domain/iso-time.ts';
import type { Failure } from '../../../../domain/status/finding.ts';
import type { Database } from '../../../database/database.ts';
import type { Reason } from '../../../shared/reason.ts';
import type { RecentEvents } from '../../../shared/recent-events.ts';

export type ProcessStatus = z.infer<typeof ProcessStatus>;

export interface ProcessStatusOptions {
  readonly database: Pick<Database, 'kind' | 'query'>;
  /** The machine and the port. A process that is started again replaces its former status. */
  readonly name: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly startedAt: number;
  readonly readFailures: () => Promise<readonly Failure[]>;
  /** The reports and heartbeats that were accepted since the start. */
  readonly countStored: () => Promise<number>;
  readonly signInWarnings: () => readonly Reason[];
  readonly connections: () => readonly { readonly name: string; readonly receivedAt: number | null }[];
  readonly events: Pick<RecentEvents, 'list'>;
}

const sampleIntervalMs = 5_000;
const samplesPerMinute = 60_000 / sampleIntervalMs;

export type ProcessStatusSampler = ReturnType<typeof createProcessStatus>;

export function createProcessStatus(options: ProcessStatusOptions) {
  const { database, name, version, now, startedAt, events } = options;
  const failures = createFailureTimes(options);
  const stored = createStoredCount(options);
  let clockAheadMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function current(): ProcessStatus {
    return {
      name,
      version,
      startedAt: isoTime(startedAt),
      seenAt: isoTime(now()),
      failing: failures.read(),
      clockAheadMs,
      ...stored.read(),
      signInWarnings: [...options.signInWarnings()],
      connections: options.connections().map((connection) => ({
        name: connection.name,
        receivedAt: isoTime(connection.receivedAt),
      })),
      events: events
        .list()
        .map(({ at, firstAt, ...event }) => ({ ...event, at: isoTime(at), firstAt: isoTime(firstAt) })),
    };
  }

  async function share(): Promise<void> {
    if (database.kind === 'sqlite') return;
    clockAheadMs = await readClockAhead(database, now);
    const row = { facts: JSON.stringify(current()), seen_at: now() };
    await database.query
      .insertInto('server_process')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  }

  async function run(): Promise<void> {
    await stored.sample();
    await failures.sample();
    // A database that is away is one of the failures.
    await share().catch(() => undefined);
    if (!isClosed) timer = setTimeout(() => void run(), sampleIntervalMs).unref();
  }

  return {
    start: (): Promise<void> => run(),
    /** Reads the present failures, for an answer that is not older than its request. */
    read: async (): Promise<ProcessStatus> => {
      await failures.sample();
      return current();
    },
    /** A process that was stopped is not missing. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      if (database.kind === 'sqlite') return;
      await database.query
        .deleteFrom('server_process')
        .where('name', '=', name)
        .execute()
        .catch(() => undefined);
    },
  };
}

/** Remembers since when something fails. */
function createFailureTimes({ now, readFailures }: Pick<ProcessStatusOptions, 'now' | 'readFailures'>) {
  const failingSince = new Map<Failure, number>();
  return {
    sample: async (): Promise<void> => {
      const failing = new Set(await readFailures());
      for (const failure of failingSince.keys()) if (!failing.has(failure)) failingSince.delete(failure);
      for (const failure of failing) if (!failingSince.has(failure)) failingSince.set(failure, now());
    },
    read: () => [...failingSince].map(([failure, since]) => ({ failure, since: isoTime(since) })),
  };
}

/** Counts what was stored in the last minute, and remembers when something was stored last. */
function createStoredCount({ now, countStored }: Pick<ProcessStatusOptions, 'now' | 'countStored'>) {
  /** The number of stored items at each of the last samples. */
  let counts = [0];
  let storedAt: string | null = null;
  return {
    sample: async (): Promise<void> => {
      const count = await countStored();
      if (count > (counts.at(-1) ?? 0)) storedAt = isoTime(now());
      counts = [...counts, count].slice(-samplesPerMinute - 1);
    },
    read: () => ({ storedAt, storedPerMinute: (counts.at(-1) ?? 0) - (counts[0] ?? 0) }),
  };
}

async function readClockAhead({ query }: Pick<Database, 'query'>, now: () => number): Promise<number> {
  const sentAt = now();
  const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(query);
  return Math.round((sentAt + now()) / 2 - Number(rows[0]?.at ?? sentAt));
}
