/** The system status and the backup. */
import * as z from 'zod/mini';
import { processFailures, findingLevels } from '../../domain/status/finding.ts';
import { wakeLockStates } from '../../domain/watched-ward.ts';
import type { Endpoint } from '../endpoint.ts';
import { ReasonJson } from '../problem.ts';
import { CurrentPassword } from '../fields.ts';

const Time = z.iso.datetime();

/** The status of one process of the server. Processes on PostgreSQL share it in the database. */
export const ProcessStatus = z.object({
  /** The machine and the port of the process. */
  name: z.string(),
  version: z.string(),
  startedAt: Time,
  seenAt: Time,
  failing: z.array(z.object({ failure: z.enum(processFailures), since: Time })),
  clockAheadMs: z.number(),
  storedAt: z.nullable(Time),
  storedPerMinute: z.number(),
  signInWarnings: z.array(ReasonJson),
  /** When each connection to equipment last sent a message to this process. */
  connections: z.array(z.object({ name: z.string(), receivedAt: z.nullable(Time) })),
  /** The newest events first. `event`: any text, because a newer server may send further events. */
  events: z.array(
    z.object({
      event: z.string(),
      at: Time,
      /** How often the event happened in a row. */
      count: z.int(),
      /** The subject of the event, such as the address of a broker. Never a secret. */
      about: z.nullable(z.string()),
    }),
  ),
});

const Finding = z.object({
  /** The name of a finding. Any text, because a newer server may send further findings. */
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
  /** The problems, the most urgent first, then one finding for each part that works. */
  findings: z.array(Finding),
  processes: z.array(ProcessStatus),
  /** The rooms that send nothing, the one that became silent last first. At most a hundred. */
  silentRooms: z.array(z.object({ room: z.string(), ...Place, since: z.nullable(Time) })),
  boards: z.array(
    z.object({
      wards: z.array(z.string()),
      since: Time,
      isVisible: z.boolean(),
      isAudible: z.boolean(),
      wakeLock: z.enum(wakeLockStates),
      soundCheck: z.nullable(z.object({ at: Time, isHeard: z.boolean() })),
    }),
  ),
  unwatchedWards: z.array(z.object({ ...Place, since: Time })),
  backup: z.object({
    isOwn: z.boolean(),
    /** Whether a backup needs the password of the caller. False with an external identity provider. */
    needsPassword: z.boolean(),
    at: z.nullable(Time),
  }),
});

export const backupContentType = 'application/vnd.sqlite3';

export const statusEndpoints = {
  getSystemStatus: {
    method: 'GET',
    path: '/manage/status',
    access: 'administrator-of-everything',
    summary: 'Whether everything is alive, and since when not. For administrators of everything',
    response: SystemStatus,
  },
  makeBackup: {
    method: 'POST',
    path: '/manage/backup',
    access: 'administrator-of-everything',
    summary:
      'Checks your password, because a screen may be unlocked, copies the embedded database, verifies the copy and sends it as a file. It contains the hashes of passwords and device keys, and neither signing keys nor sessions. For administrators of everything; with PostgreSQL 409',
    /** The password of the caller. It is ignored with an external identity provider. */
    body: z.strictObject({ password: z.optional(CurrentPassword) }),
    response: z.string(),
    textAnswer: { contentTypes: [backupContentType], description: 'The file.' },
    refusals: ['conflict'],
  },
} as const satisfies Record<string, Endpoint>;
