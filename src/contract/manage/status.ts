/** The system status and the backup. */
import * as z from 'zod/mini';
import { failures, findingLevels } from '../../domain/status/finding.ts';
import { wakeLocks } from '../../domain/watched-ward.ts';
import type { Endpoint } from '../endpoint.ts';
import { SentReason } from '../problem.ts';

const Time = z.iso.datetime();

/** What one process of the server knows. The processes on PostgreSQL share it by the database. */
export const ProcessStatus = z.object({
  /** The machine and the port of the process. */
  name: z.string(),
  version: z.string(),
  startedAt: Time,
  seenAt: Time,
  failing: z.array(z.object({ failure: z.enum(failures), since: Time })),
  clockAheadMs: z.number(),
  storedAt: z.nullable(Time),
  storedPerMinute: z.number(),
  signInWarnings: z.array(SentReason),
  /** When each connection of the equipment file last sent a message to this process. */
  connections: z.array(z.object({ name: z.string(), receivedAt: z.nullable(Time) })),
  /** The newest first. `event`: any text, so that a page accepts the events of a newer server. */
  events: z.array(
    z.object({
      event: z.string(),
      at: Time,
      /** When it first happened, if it happened several times in a row. */
      firstAt: Time,
      count: z.int(),
      /** What it was about, such as the address of a broker. Never a secret. */
      about: z.nullable(z.string()),
    }),
  ),
});

const Finding = z.object({
  /** Any text, so that a page accepts the findings of a newer server. */
  name: z.string(),
  part: z.string(),
  level: z.enum(findingLevels),
  since: z.nullable(Time),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

const Place = { ward: z.string(), location: z.string() };

const SystemStatus = z.object({
  at: Time,
  version: z.string(),
  /** Everything that is wrong, the most urgent first, then one for each part that works. */
  findings: z.array(Finding),
  processes: z.array(ProcessStatus),
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), freeDiskBytes: z.nullable(z.number()) }),
  /** The rooms that send nothing, those that sent last first. At most a hundred. */
  silentRooms: z.array(z.object({ room: z.string(), ...Place, since: z.nullable(Time) })),
  boards: z.array(
    z.object({
      wards: z.array(z.string()),
      since: Time,
      isVisible: z.boolean(),
      isAudible: z.boolean(),
      wakeLock: z.enum(wakeLocks),
      soundCheck: z.nullable(z.object({ at: Time, isHeard: z.boolean() })),
    }),
  ),
  unwatchedWards: z.array(z.object({ ...Place, since: Time })),
  backup: z.object({ isOwn: z.boolean(), at: z.nullable(Time) }),
  retention: z.object({ auditDays: z.int(), prunedAt: z.nullable(Time), prunedBefore: z.nullable(z.string()) }),
});

export const backupContentType = 'application/vnd.sqlite3';

export const statusEndpoints = {
  getSystemStatus: {
    method: 'GET',
    path: '/manage/status',
    access: 'administrator',
    summary: 'Whether everything is alive, and since when not. For administrators of everything',
    response: SystemStatus,
  },
  makeBackup: {
    method: 'POST',
    path: '/manage/backup',
    access: 'administrator',
    summary:
      'Copies the embedded database, verifies the copy and sends it as a file. It contains password hashes and the signing keys. For administrators of everything; with PostgreSQL 409',
    response: z.string(),
  },
} as const satisfies Record<string, Endpoint>;
