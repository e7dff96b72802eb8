/**
 * Samples the status of this process at an interval, so that it can tell since when something fails. On PostgreSQL each
 * process also writes its status to the database, so that every process can show the status of all.
 */
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { ProcessStatus } from '../../contract/status/status.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { ProcessFailure } from '../../domain/status/finding.ts';
import type { Database } from '../database/database.ts';
import { readHealth } from './health.ts';
import type { StatusPorts } from './status-ports.ts';

export type ProcessStatus = z.infer<typeof ProcessStatus>;

const sampleIntervalMs = 5_000;
const samplesPerMinute = 60_000 / sampleIntervalMs;
/** Older checks are a failure. The alert rules for `room_status_watchdog_age_seconds` and others have the same limit. */
const maxCheckAgeSeconds = 60;

export function createProcessStatus(ports: StatusPorts) {
  const { database, now, facts } = ports;
  const name = facts.processName;
  const { sampleStored, sampleFailures, sampleClock, current } = createSamples(ports);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function storeStatus(): Promise<void> {
    if (database.kind === 'sqlite') return;
    await sampleClock();
    const row = { facts: JSON.stringify(current()), seen_at: now() };
    await database.query
      .insertInto('server_process')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  }

  async function sampleRepeatedly(): Promise<void> {
    await sampleStored();
    await sampleFailures();
    // A failed write is ignored, because an unreachable database is itself one of the reported failures.
    await storeStatus().catch(() => undefined);
    if (!isClosed) timer = setTimeout(() => void sampleRepeatedly(), sampleIntervalMs).unref();
  }

  return {
    start: sampleRepeatedly,
    /** Reads the failures of this moment, because a sample may be older than the request. */
    read: async (): Promise<ProcessStatus> => {
      await sampleFailures();
      return current();
    },
    /** Deletes the row of this process, because a process that was stopped on purpose is not missing. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      if (database.kind === 'sqlite') return;
      const row = database.query.deleteFrom('server_process').where('name', '=', name);
      await row.execute().catch(() => undefined);
    },
  };
}

function createSamples(ports: StatusPorts) {
  const { database, version, now, startedAt, metrics, equipment, facts } = ports;
  const failingSince = new Map<ProcessFailure, string>();
  /** The number of items that the process had stored at each sample of the last minute. */
  let storedCounts = [0];
  let storedAt: string | null = null;
  let clockAheadMs = 0;
  return {
    sampleFailures: async (): Promise<void> => {
      const failing = new Set(await readFailures(ports));
      for (const failure of failingSince.keys()) if (!failing.has(failure)) failingSince.delete(failure);
      for (const failure of failing) if (!failingSince.has(failure)) failingSince.set(failure, toIsoTime(now()));
    },
    sampleStored: async (): Promise<void> => {
      const count = await metrics.readStoredCount();
      if (count > (storedCounts.at(-1) ?? 0)) storedAt = toIsoTime(now());
      storedCounts = [...storedCounts, count].slice(-samplesPerMinute - 1);
    },
    sampleClock: async (): Promise<void> => {
      clockAheadMs = await readClockAhead(database, now);
    },
    current: (): ProcessStatus => ({
      name: facts.processName,
      version,
      startedAt: toIsoTime(startedAt),
      seenAt: toIsoTime(now()),
      failing: [...failingSince].map(([failure, since]) => ({ failure, since })),
      clockAheadMs,
      storedAt,
      storedPerMinute: (storedCounts.at(-1) ?? 0) - (storedCounts[0] ?? 0),
      signInWarnings: [...ports.providerWarnings()],
      connections: equipment.lastReceived().map((one) => ({ name: one.name, receivedAt: toIsoTime(one.receivedAt) })),
      events: facts.events.list().map((event) => ({ ...event, at: toIsoTime(event.at) })),
    }),
  };
}

async function readFailures(ports: StatusPorts): Promise<readonly ProcessFailure[]> {
  const { database, bus, disk, receiver, deviceClocks, facts } = ports;
  const isFull = disk.isFull();
  const health = await readHealth({ database, canStore: () => !isFull && !receiver.hasOutage() });
  const found: readonly (readonly [ProcessFailure, boolean])[] = [
    ['database-unavailable', !health.database],
    ['database-damaged', database.hasDamage()],
    ['disk-full', isFull],
    ['not-storing', health.database && !health.storing && !isFull],
    ['bus-down', !bus.isConnected()],
    ['broker-down', facts.isBrokerUsed() && !facts.isBrokerRead()],
    ['publisher-down', facts.publishedTopic() !== undefined && !facts.isPublishing()],
    ['clock-suspected', deviceClocks.errorMs() !== null],
    ['messages-stopped', (facts.messageCheckAgeSeconds() ?? 0) > maxCheckAgeSeconds],
    ['watchdog-stopped', (facts.watchdogAgeSeconds() ?? 0) > maxCheckAgeSeconds],
  ];
  return found.flatMap(([failure, isFailing]) => (isFailing ? [failure] : []));
}

/** How far the clock of this process is ahead of the clock of PostgreSQL, in milliseconds. */
async function readClockAhead({ query }: Pick<Database, 'query'>, now: () => number): Promise<number> {
  const sentAt = now();
  const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(query);
  return Math.round((sentAt + now()) / 2 - Number(rows[0]?.at ?? sentAt));
}
