/** The first home of a new installation: one ward with its rooms, and the first report of one of them. */
import type * as z from 'zod/mini';
import { isoTime } from '../../domain/iso-time.ts';
import { setUpEndpoints } from '../../contract/manage/set-up.ts';
import { userActor } from '../audit/audit-actors.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { requireEverything } from '../rights/manager.ts';
import type { FileHome } from './home-file/home.ts';
import { importHome } from './home-file/import/import-home.ts';

interface FirstHomeOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly hasDeviceKey: () => Promise<boolean>;
}

type NewHome = z.output<(typeof setUpEndpoints.createFirstHome)['body']>;

export function registerFirstHomeRoutes(api: ApiServer, options: FirstHomeOptions): void {
  const { database, now, hasDeviceKey } = options;

  async function readSetUp() {
    const [home, newestReport, hasKey] = [
      await readFirstHome(database),
      await readNewestReport(database),
      await hasDeviceKey(),
    ];
    return { home, newestReport, hasDeviceKey: hasKey };
  }

  serveEndpoint(api, setUpEndpoints.getSetUp, async ({ caller }) => {
    requireEverything(caller);
    return readSetUp();
  });

  serveEndpoint(api, setUpEndpoints.createFirstHome, async ({ caller, body, request }) => {
    requireEverything(caller);
    // A second call with the same names adds nothing: an import finds a place by its name.
    await database.withExclusiveLock(() =>
      importHome(database, fileHomeOf(body), {
        isDryRun: false,
        removeMissing: false,
        now: now(),
        actor: userActor(caller, request),
      }),
    );
    return readSetUp();
  });
}

/** One organisation with one home: the board shows its levels, so both have the name of the home. */
function fileHomeOf({ displayName, wardName, rooms }: NewHome): FileHome {
  const place = 'the first home';
  const streams = [...new Set(rooms)].map((room) => ({ displayName: room, place, children: [] }));
  const ward = { displayName: wardName, place, children: streams };
  return [{ displayName, place, children: [{ displayName, place, children: [ward] }] }];
}

/** Which ward was created first is not stored, so this is the one with the most rooms. */
async function readFirstHome({ query }: Database) {
  const wards = query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .leftJoin('stream', 'stream.ward_uuid', 'ward.uuid');
  const home = await wards
    .select(['location.client_uuid as clientUUID', 'location.uuid as locationUUID', 'ward.uuid as wardUUID'])
    .select(['location.display_name as displayName', 'ward.display_name as wardName'])
    .select(({ fn }) => fn.count('stream.uuid').as('roomCount'))
    .groupBy(['location.client_uuid', 'location.uuid', 'location.display_name'])
    .groupBy(['ward.uuid', 'ward.display_name'])
    .orderBy('roomCount', 'desc')
    .orderBy('ward.display_name')
    .limit(1)
    .executeTakeFirst();
  return home === undefined ? null : { ...home, roomCount: Number(home.roomCount) };
}

async function readNewestReport({ query }: Database) {
  const newest = await query
    .selectFrom('stream')
    .select(['uuid', 'display_name', 'reported_at'])
    // A room that became unreachable since then shows another status than the reported one.
    .select(({ fn }) => fn.coalesce('status_before_silence', 'room_status').as('roomStatus'))
    .where('reported_at', 'is not', null)
    .orderBy('reported_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.reported_at === null) return null;
  const at = isoTime(newest.reported_at);
  return { streamUUID: newest.uuid, displayName: newest.display_name, roomStatus: newest.roomStatus, at };
}
