/** The call by which a board reports that it shows wards. */
import { endpoints } from '../../../contract/endpoints.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { shiftAt } from '../../../domain/local-time/shifts.ts';
import { isWatching } from '../../../domain/watched-ward.ts';
import type { Database } from '../../database/database.ts';
import { isInList } from '../../database/is-in-list.ts';
import { readShownDuty } from '../../duty/shown-duty.ts';
import { readShownNotices } from '../../duty/shown-notices.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { type EndpointCall, serveEndpoint } from '../../http/serve-endpoint.ts';
import type { FindUsers } from '../../identity/find-users.ts';
import { createWindowLimit } from '../../shared/cache/window-limit.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { readWardTime } from '../../rules/ward-time.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { readBoards, readSisterWards, readWatchedTimes, storeBoard } from './board-queries.ts';
import { selectStreams, toStreams } from '../stream-queries.ts';

/**
 * The limit of reports of one user. It is enough for fifty boards: each reports when it changes, and three times a
 * minute, or twelve times while a sister ward is unwatched.
 */
const maxReportsPerMinute = 600;
const maxUsers = 10_000;

interface BoardRoutesOptions {
  readonly database: Database;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly now: () => number;
  readonly findUsers: FindUsers;
  /** Since when a ward is unwatched. `watchedAt`: when the ward was last watched. Undefined: the ward is watched. */
  readonly unwatchedSince: (watchedAt: number | null) => number | undefined;
  /** Whether a ward is unwatched, however long ago it was last watched. */
  readonly isUnwatched: (watchedAt: number | null) => boolean;
}

export function registerBoardRoutes(api: ApiServer, options: BoardRoutesOptions): void {
  const { database, metrics, now, findUsers, unwatchedSince, isUnwatched } = options;
  const { query: db } = database;
  metrics.gauge(
    { name: 'room_status_unwatched_wards', help: 'Wards that no board with sound shows' },
    async () => (await readWatchedTimes(db)).filter((at) => unwatchedSince(at) !== undefined).length,
  );

  const reports = createWindowLimit({ windowMs: 60_000, maxKeys: maxUsers, now });
  const limitBoards = ({ user: { subject } }: UserCaller): void => {
    if (reports.take(subject, maxReportsPerMinute)) return;
    throw retryLater('too-many-requests', 'You have too many boards, or they report too often.', 60);
  };
  const report = async ({ params, body, caller }: EndpointCall<typeof endpoints.reportBoard>) => {
    const uuid = params.id.toLowerCase();
    const shown = new Set(body.wardUUIDs.map((ward) => ward.toLowerCase()));
    const wards = await readSisterWards(database, caller.user.scopes, [...shown]);
    const own = wards.filter((ward) => shown.has(ward.uuid));
    requireFound(own.length === shown.size || undefined);
    const state = { ...body, wardUUIDs: [...shown] };
    await storeBoard(database, { uuid, subject: caller.user.subject, state, now: now() });
    const others = (await readBoards(db, now(), [...shown])).filter(
      (board) => board.uuid !== uuid && isWatching(board),
    );
    const unwatched = wards.filter((ward) => !shown.has(ward.uuid) && isUnwatched(ward.watchedAt));
    const elsewhere = new Set(others.flatMap(({ wardUUIDs }) => wardUUIDs));
    const { clock, shifts } = await readWardTime(db, [...shown]);
    return {
      shiftFrom: toIsoTime(shiftAt(clock, shifts, now()).from),
      unwatchedWards: unwatched.flatMap((ward) => {
        const since = unwatchedSince(ward.watchedAt);
        return since === undefined ? [] : { ...ward, since: toIsoTime(since) };
      }),
      standInWards: await withHighAlerts(database, unwatched),
      onlyBoardOf: own.filter((ward) => !elsewhere.has(ward.uuid)),
      onDuty: await readShownDuty(db, findUsers, { wardUUIDs: [...shown], now: now() }),
      notices: await readShownNotices(database, [...shown, ...unwatched.map((ward) => ward.uuid)]),
    };
  };
  serveEndpoint(api, endpoints.reportBoard, report, { admit: limitBoards });
}

/** Adds to each ward its rooms that have an open alert of high priority. */
async function withHighAlerts<Ward extends { readonly uuid: string }>(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  wards: readonly Ward[],
) {
  if (wards.length === 0) return [];
  const uuids = wards.map(({ uuid }) => uuid);
  const rows = await selectStreams(query)
    .where(isInList(kind, 'stream.ward_uuid', uuids))
    .where('stream.open_alerts', 'is not', null)
    .execute();
  const rooms = toStreams(rows).filter(({ alerts }) => alerts?.some(({ priority }) => priority === 'high'));
  return wards.map((ward) => ({ ...ward, rooms: rooms.filter(({ wardUUID }) => wardUUID === ward.uuid) }));
}
