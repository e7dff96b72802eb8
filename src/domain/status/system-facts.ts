/** The data from which the findings are derived. Instants are ISO 8601 in UTC. */
import type { ProcessFailure } from './finding.ts';

export interface ProcessFacts {
  /** The machine and the port of the process. */
  readonly name: string;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly failing: readonly { readonly failure: ProcessFailure; readonly since: string }[];
  /** How far the clock of the process is ahead of the clock of the database. */
  readonly clockAheadMs: number;
  /** When the process last stored reports or heartbeats. Null: not since its start. */
  readonly storedAt: string | null;
  readonly storedPerMinute: number;
  /** Problems of the external identity provider: the English text, and the code and the values for pages. */
  readonly signInWarnings: readonly {
    readonly reason: string;
    readonly code?: string | undefined;
    readonly values?: Readonly<Record<string, string>> | undefined;
  }[];
}

export interface SystemFacts {
  /** The time of the server. */
  readonly at: string;
  readonly processes: readonly ProcessFacts[];
  /** The free disk space. Null: the database is on another machine. */
  readonly freeDiskBytes: number | null;
  readonly isBusUsed: boolean;
  readonly isBrokerUsed: boolean;
  /** The first level of the topics to which room statuses are published. Null: they are not. */
  readonly publishedTopic: string | null;
  readonly connectionCount: number;
  readonly isProviderExternal: boolean;
  /** Alerts of unknown rooms, with the name that the device sends, the oldest first. */
  readonly unknownRoomAlerts: readonly { readonly room: string; readonly since: string }[];
  /** The unanswered alerts whose chain reached nobody, by room, such as `Room 7 (Ward 1)`, the oldest first. */
  readonly unreachedAlerts: readonly { readonly room: string; readonly since: string }[];
  /**
   * Messages about alerts. `isUsed`: somebody has been on duty, or there is a contact. `unreachable`: the wards in which
   * a message would reach nobody now.
   */
  readonly reach: { readonly isUsed: boolean; readonly unreachable: readonly string[] };
  /** The names of rooms, wards and locations in which a status of high priority raises no alert. */
  readonly alertsOff: readonly string[];
  /** The number of rooms that are not INACTIVE. */
  readonly roomCount: number;
  /** The number of rooms that are not INACTIVE and have no report of a device. This is normal in a new home. */
  readonly roomsWithoutDevice: number;
  /**
   * The rooms that send nothing. `since`: since when all of them are silent; null: none of them has ever sent anything.
   */
  readonly silent: { readonly count: number; readonly since: string | null };
  /**
   * The batteries. `roomCount`: the number of rooms whose battery is known. `low`: the rooms with a low battery, such
   * as `Room 7 (Ward 1)`.
   */
  readonly batteries: { readonly roomCount: number; readonly low: readonly string[] };
  readonly boards: readonly { readonly isWatching: boolean; readonly isSoundProven: boolean }[];
  readonly unwatchedWards: readonly { readonly since: string }[];
  /** The backups. `isOwn`: the server can make them. `at`: when the last one was complete; null: none is recorded. */
  readonly backup: { readonly isOwn: boolean; readonly at: string | null };
  /**
   * The archive of PostgreSQL's write-ahead log. `at`: when the last segment was archived; null: none was. Null: the log
   * is not archived, or the database is embedded.
   */
  readonly logArchive: { readonly isFailing: boolean; readonly at: string | null } | null;
}
