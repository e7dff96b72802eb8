/** The calls by which a board reports that it shows wards, and by which a manager lists the boards. */
import { endpoints } from '../../../contract/endpoints.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import { isWatching } from '../../../domain/watched-ward.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { type Call, serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { createWindowLimit } from '../../shared/cache/window-limit.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { isWardOrLocationVisible } from '../stream-queries.ts';
import { readBoards, readSisterWards, readWardsOf, readWatchedTimes, storeBoard } from './board-queries.ts';
import { withHighAlerts } from './high-alerts.ts';

/**
 * Enough for fifty boards of one user: each reports when it changes, and three times a minute, or twelve times while a
 * sister ward is unwatched.
 */
const maxReportsPerMinute = 600;
const maxUsers = 10_000;

interface BoardRoutesOptions {
  readonly database: Database;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly now: () => number;
  /** Since when nobody has watched a ward, from the time at which somebody last did. Undefined: somebody does. */
  readonly unwatchedSince: (watchedAt: number | null) => number | undefined;
  /** Also true for a ward that was watched a long time ago. */
  readonly isUnwatched: (watchedAt: number | null) => boolean;
}

export function registerBoardRoutes(api: ApiServer, options: BoardRoutesOptions): void {
  const { database, metrics, now, unwatchedSince, isUnwatched } = options;
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
  const report = async ({ params, body, caller }: Call<typeof endpoints.reportBoard>) => {
    const uuid = params.id.toLowerCase();
    const shown = new Set(body.wardUUIDs.map((ward) => ward.toLowerCase()));
    const wards = await readSisterWards(database, caller.user.scopes, [...shown]);
    const own = wards.filter((ward) => shown.has(ward.uuid));
    requireFound(own.length === shown.size || undefined);
    await storeBoard(database, uuid, { ...body, wardUUIDs: [...shown] }, now());
    const others = (await readBoards(db, now(), [...shown])).filter(
      (board) => board.uuid !== uuid && isWatching(board),
    );
    const unwatched = wards.filter((ward) => !shown.has(ward.uuid) && isUnwatched(ward.watchedAt));
    const elsewhere = new Set(others.flatMap(({ wardUUIDs }) => wardUUIDs));
    return {
      unwatchedWards: unwatched.flatMap((ward) => {
        const since = unwatchedSince(ward.watchedAt);
        return since === undefined ? [] : { ...ward, since: isoTime(since) };
      }),
      standInWards: await withHighAlerts(database, unwatched),
      onlyBoardOf: own.filter((ward) => !elsewhere.has(ward.uuid)),
    };
  };
  serveEndpoint(api, endpoints.reportBoard, report, { admit: limitBoards });

  serveEndpoint(api, endpoints.listBoards, async ({ query, caller: { user } }) => {
    const uuid = query.locationUUID.toLowerCase();
    requireFound((await isWardOrLocationVisible(db, user.scopes, uuid)) || undefined);
    if (!user.roles.some((role) => role === 'manager' || role === 'administrator')) {
      throw new AppError('forbidden', { detail: 'Managers and administrators list the boards.' });
    }
    const visible = await readWardsOf(db, user.scopes, uuid);
    const boards = await readBoards(db, now());
    return {
      items: boards.flatMap(({ since, seenAt, ...board }) => {
        const wardUUIDs = board.wardUUIDs.filter((ward) => visible.has(ward));
        if (wardUUIDs.length === 0) return [];
        return { ...board, wardUUIDs, since: isoTime(since), seenAt: isoTime(seenAt) };
      }),
    };
  });
}
