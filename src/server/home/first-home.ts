/**
 * Creates the first home of a new installation: one ward with its rooms. Also reads whether one of the rooms has
 * reported.
 */
import type * as z from 'zod/mini';
import { toIsoTime } from '../../domain/iso-time.ts';
import { setUpEndpoints } from '../../contract/identity/set-up.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import type { FileHome } from './home-file/home.ts';
import { toCanonicalRules } from './home-file/format/home-schema.ts';
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
    return {
      home: await readFirstHome(database),
      newestReport: await readNewestReport(database),
      hasDeviceKey: await hasDeviceKey(),
    };
  }

  serveEndpoint(api, setUpEndpoints.getSetUp, readSetUp);

  serveEndpoint(api, setUpEndpoints.createFirstHome, async ({ caller, body, request }) => {
    // Repeating the call with the same names adds nothing, because an import finds a place by its name.
    await database.withExclusiveLock(() =>
      importHome(database, fileHomeOf(body), {
        isDryRun: false,
        removeMissing: false,
        now: now(),
        actor: actorOfUser(caller, request),
        action: 'home.change',
      }),
    );
    return readSetUp();
  });
}

/** Creates one client with one location. Both get the name of the home, because the board shows both levels. */
function fileHomeOf({ displayName, wardName, timeZone, rooms }: NewHome): FileHome {
  const place = 'the first home';
  const streams = [...new Set(rooms)].map((room) => ({ displayName: room, place, children: [] }));
  const ward = { displayName: wardName, place, children: streams };
  const rules = timeZone === undefined ? undefined : toCanonicalRules({ timeZone });
  const location = { displayName, rules, place, children: [ward] };
  return [{ displayName, place, children: [location] }];
}

/** Reads the ward with the most rooms, because the database does not store which ward was created first. */
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
    // Reads the reported status: a room that has become unreachable since its report shows another status.
    .select(({ fn }) => fn.coalesce('status_before_silence', 'room_status').as('roomStatus'))
    .where('reported_at', 'is not', null)
    .orderBy('reported_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.reported_at === null) return null;
  const at = toIsoTime(newest.reported_at);
  return { streamUUID: newest.uuid, displayName: newest.display_name, roomStatus: newest.roomStatus, at };
}
