/** What the server knows of itself. Instants are ISO 8601 in UTC. */
import type { Failure } from './finding.ts';

export interface ProcessFacts {
  /** The machine and the port of the process. */
  readonly name: string;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly failing: readonly { readonly failure: Failure; readonly since: string }[];
  /** How far the clock of the process is ahead of the clock of the database. */
  readonly clockAheadMs: number;
  /** When the process last stored reports or heartbeats; null: not since its start. */
  readonly storedAt: string | null;
  readonly storedPerMinute: number;
  /** Problems of the external identity provider: in English, and the code and the values for pages. */
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
  /** Null: another machine has the data. */
  readonly freeDiskBytes: number | null;
  readonly isBusUsed: boolean;
  readonly isBrokerUsed: boolean;
  readonly connectionCount: number;
  readonly isProviderExternal: boolean;
  /** Alerts of rooms that nobody knows: the rooms as the devices send them. The oldest first. */
  readonly unknownRoomAlerts: readonly { readonly room: string; readonly since: string }[];
  /** Where a status of high priority raises no alert: rooms, wards and locations by name. */
  readonly alertsOff: readonly string[];
  /** Rooms that are not INACTIVE. */
  readonly roomCount: number;
  /** `since`: when the last of them became silent, so that it is true of all; null: none of them was ever heard. */
  readonly silentRooms: { readonly count: number; readonly since: string | null };
  /** `roomCount`: the rooms whose battery is known. `low`: those with a low battery, such as `Room 7 (Ward 1)`. */
  readonly batteries: { readonly roomCount: number; readonly low: readonly string[] };
  readonly boards: readonly { readonly isWatching: boolean; readonly isSoundProven: boolean }[];
  readonly unwatchedWards: readonly { readonly since: string }[];
  /** `isOwn`: the server can make a backup. `at`: the last verified one; null: none in the audit log. */
  readonly backup: { readonly isOwn: boolean; readonly at: string | null };
}
