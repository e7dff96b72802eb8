/** GET /manage/status: the state of the system, and the findings that follow from it. */
import { statusEndpoints } from '../../contract/status/status.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { findingsOf } from '../../domain/status/system-status.ts';
import { isWatching, unwatchedStartOf } from '../../domain/watched-ward.ts';
import { readBoards } from '../board/boards/board-queries.ts';
import { readFreeBytes } from '../database/sqlite/reserve-file.ts';
import { listUnknownRoomAlerts } from '../devices/rooms/unknown-room-alerts.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { createUserFinder } from '../identity/find-users.ts';
import { readReach } from '../notices/unreachable-wards.ts';
import { readAlertsOff } from './alerts-off.ts';
import { readLastBackup, readLogArchive } from './backup-queries.ts';
import type { ProcessStatus } from './process-status.ts';
import type { StatusPorts } from './status-ports.ts';
import { readLowBatteries, readOtherProcesses, readRooms, readUnreachedAlerts, readWards } from './status-queries.ts';

export function registerStatusRoutes(
  api: ApiServer,
  ports: StatusPorts,
  readOwnStatus: () => Promise<ProcessStatus>,
): void {
  const { database, bus, now, version, provider, facts } = ports;
  const file = facts.databaseFile;

  serveEndpoint(api, statusEndpoints.getSystemStatus, async () => {
    const at = toIsoTime(now());
    const own = await readOwnStatus();
    const processes = [own, ...(await readOtherProcesses(database, own.name, now()))];
    const { silentRooms, ...rooms } = await readRooms(database.query);
    const { boards, unwatchedWards } = await readWatching(ports);
    const backup = {
      isOwn: file !== undefined,
      needsPassword: provider !== undefined,
      at: toIsoTime((await readLastBackup(database.query)) ?? null),
    };
    const findings = findingsOf({
      at,
      processes,
      freeDiskBytes: file === undefined ? null : readFreeBytes(file),
      isBusUsed: bus.isShared,
      isBrokerUsed: facts.isBrokerUsed(),
      publishedTopic: facts.publishedTopic() ?? null,
      connectionCount: own.connections.length,
      isProviderExternal: provider === undefined,
      unknownRoomAlerts: await listUnknownRoomAlerts(ports),
      unreachedAlerts: await readUnreachedAlerts(database.query),
      reach: await readReach(database.query, createUserFinder(database, provider !== undefined), now()),
      alertsOff: await readAlertsOff(database.query),
      ...rooms,
      batteries: await readLowBatteries(database.query, now()),
      boards: boards.map((board) => ({
        isWatching: isWatching(board),
        isSoundProven: board.soundCheck?.isHeard === true,
      })),
      unwatchedWards,
      backup,
      logArchive: await readLogArchive(database),
    });
    return {
      at,
      version,
      findings: findings.map(({ values, ...finding }) => ({ ...finding, values: { ...values } })),
      processes,
      silentRooms,
      boards,
      unwatchedWards,
      backup,
    };
  });
}

/** Reads the open boards with the names of their wards, and the wards that are unwatched. */
async function readWatching({ database, now, startedAt }: StatusPorts) {
  const wards = await readWards(database.query);
  const nameOf = new Map(wards.map(({ uuid, ward }) => [uuid, ward]));
  const boards = (await readBoards(database.query, now())).map((board) => ({
    isVisible: board.isVisible,
    isAudible: board.isAudible,
    wakeLock: board.wakeLock,
    soundCheck: board.soundCheck,
    since: toIsoTime(board.since),
    wards: board.wardUUIDs.flatMap((uuid) => nameOf.get(uuid) ?? []),
  }));
  const unwatchedWards = wards.flatMap(({ ward, location, watchedAt }) => {
    const since = unwatchedStartOf(watchedAt, startedAt, now());
    return since === undefined ? [] : [{ ward, location, since: toIsoTime(since) }];
  });
  return { boards, unwatchedWards };
}
