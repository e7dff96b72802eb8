/** GET /manage/status: the facts and what follows from them. */
import { statusEndpoints } from '../../../../contract/manage/status.ts';
import { isoTime } from '../../../../domain/iso-time.ts';
import { findingsOf } from '../../../../domain/status/system-status.ts';
import { isWatching, type WakeLock } from '../../../../domain/watched-ward.ts';
import type { Database } from '../../../database/database.ts';
import { requireEverything } from '../../../rights/manager.ts';
import type { ApiServer } from '../../api-server.ts';
import { serveEndpoint } from '../../serve-endpoint.ts';
import type { ProcessStatusSampler } from './process-status.ts';
import { readAlertsOff } from './alerts-off.ts';
import { readLowBatteries, readMaintenance, readOtherProcesses, readRooms, readWards } from './status-queries.ts';

interface Board {
  readonly wardUUIDs: readonly string[];
  readonly since: number;
  readonly isVisible: boolean;
  readonly isAudible: boolean;
  readonly wakeLock: WakeLock;
  readonly soundCheck: { readonly at: string; readonly isHeard: boolean } | null;
}

export interface StatusRoutesOptions {
  readonly database: Pick<Database, 'kind' | 'query'>;
  readonly now: () => number;
  readonly version: string;
  readonly process: ProcessStatusSampler;
  readonly isBusUsed: boolean;
  readonly isBrokerUsed: boolean;
  readonly isProviderExternal: boolean;
  readonly auditRetentionDays: number;
  /** The free space for the embedded database. Null: another machine has the data. */
  readonly freeDiskBytes: () => number | null;
  /** Whether this server makes backups. */
  readonly hasOwnBackup: boolean;
  readonly readBoards: () => Promise<readonly Board[]>;
  /** The alerts of rooms that nobody knows. */
  readonly readUnknownRoomAlerts: () => Promise<readonly { readonly room: string; readonly since: string }[]>;
  readonly unwatchedSince: (watchedAt: number | null) => number | undefined;
}

export function registerStatusRoutes(api: ApiServer, options: StatusRoutesOptions): void {
  const { database, now, version, hasOwnBackup } = options;

  serveEndpoint(api, statusEndpoints.getSystemStatus, async ({ caller }) => {
    requireEverything(caller);
    const at = isoTime(now());
    const own = await options.process.read();
    const processes = [own, ...(await readOtherProcesses(database, own.name, now()))];
    const rooms = await readRooms(database.query);
    const { boards, unwatchedWards } = await readWatching(options);
    const { backupAt, ...pruned } = await readMaintenance(database.query);
    const freeDiskBytes = options.freeDiskBytes();
    const backup = { isOwn: hasOwnBackup, at: backupAt };
    const findings = findingsOf({
      ...options,
      at,
      processes,
      freeDiskBytes,
      unknownRoomAlerts: await options.readUnknownRoomAlerts(),
      alertsOff: await readAlertsOff(database.query),
      connectionCount: own.connections.length,
      roomCount: rooms.count,
      silentRooms: rooms.silent,
      batteries: await readLowBatteries(database.query, now()),
      boards: boards.map((board) => ({
        isWatching: isWatching(board),
        isSoundProven: board.soundCheck?.isHeard === true,
      })),
      unwatchedWards,
      backup,
    });
    return {
      at,
      version,
      findings: findings.map(({ values, ...finding }) => ({ ...finding, values: { ...values } })),
      processes,
      database: { kind: database.kind, freeDiskBytes },
      silentRooms: rooms.silentRooms,
      boards,
      unwatchedWards,
      backup,
      retention: { auditDays: options.auditRetentionDays, ...pruned },
    };
  });
}

/** The boards with the names of their wards, and the wards that nobody watches. */
async function readWatching({ database, readBoards, unwatchedSince }: StatusRoutesOptions) {
  const wards = await readWards(database.query);
  const nameOf = new Map(wards.map(({ uuid, ward }) => [uuid, ward]));
  const boards = (await readBoards()).map((board) => ({
    isVisible: board.isVisible,
    isAudible: board.isAudible,
    wakeLock: board.wakeLock,
    soundCheck: board.soundCheck,
    since: isoTime(board.since),
    wards: board.wardUUIDs.flatMap((uuid) => nameOf.get(uuid) ?? []),
  }));
  const unwatchedWards = wards.flatMap(({ ward, location, watchedAt }) => {
    const since = unwatchedSince(watchedAt);
    return since === undefined ? [] : [{ ward, location, since: isoTime(since) }];
  });
  return { boards, unwatchedWards };
}
