/** Reads and writes the boards that show wards. Uuids are in lower case, times are epoch milliseconds. */
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { BoardState } from '../../../contract/board/boards.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import type { Scope } from '../../../domain/user.ts';
import { isWatching, neverMs, unwatchedAfterMs } from '../../../domain/watched-ward.ts';
import type { Database } from '../../database/database.ts';
import { isInList } from '../../database/is-in-list.ts';
import { retryOnConflict } from '../../database/retry-on-conflict.ts';
import type { Schema } from '../../database/schema.ts';
import { requireFound } from '../../http/require-found.ts';
import { isVisibleWard } from '../../rights/visible.ts';

type Query = Database['query'];

type BoardState = z.infer<typeof BoardState>;

interface Board extends BoardState {
  readonly uuid: string;
  readonly since: number;
  readonly seenAt: number;
}

/** The time at which a ward was last watched is written at most this often, however many boards show it. */
const watchedIntervalMs = 15_000;

/** The maximum number of stored boards of one user, because each report reads all boards of its wards. */
const maxBoardsOfUser = 20;

interface BoardReport {
  readonly uuid: string;
  /** The user who shows the board. */
  readonly subject: string;
  readonly state: BoardState;
  readonly now: number;
}

/**
 * Stores what a board has reported. If staff watch the board, stores also that its wards are watched. Keeps only the
 * latest boards of the user. Throws AppError `not-found` for the board of another user.
 */
export function storeBoard(database: Database, { uuid, subject, state, now }: BoardReport): Promise<void> {
  const { wardUUIDs, soundCheck } = state;
  const reported = {
    subject,
    wards: JSON.stringify(wardUUIDs),
    seen_at: now,
    is_visible: Number(state.isVisible),
    is_audible: Number(state.isAudible),
    wake_lock: state.wakeLock,
    sound_checked_at: soundCheck === null ? null : Date.parse(soundCheck.at),
    is_sound_heard: soundCheck === null ? null : Number(soundCheck.isHeard),
  };
  return retryOnConflict(database, () =>
    database.query.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('board')
        .where(({ not, between }) => not(between('seen_at', now - unwatchedAfterMs, now + unwatchedAfterMs)))
        .execute();
      await requireOwnBoard(transaction, uuid, subject);
      await transaction
        .insertInto('board')
        .values({ uuid, since: now, ...reported })
        .onConflict((conflict) => conflict.column('uuid').doUpdateSet(reported))
        .execute();
      await deleteSurplusBoards({ kind: database.kind, query: transaction }, subject);
      if (isWatching(state)) await storeWatched({ kind: database.kind, query: transaction }, wardUUIDs, now);
    }),
  );
}

/** Stores that the wards are watched now, and since when they were not. */
async function storeWatched(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  wardUUIDs: readonly string[],
  now: number,
): Promise<void> {
  const unwatched = await query
    .selectFrom('ward')
    .select(['uuid as ward_uuid', 'watched_at as from_at'])
    .where(isInList(kind, 'uuid', wardUUIDs))
    .where(({ or, eb }) => or([eb('watched_at', 'is', null), eb('watched_at', '<=', now - unwatchedAfterMs)]))
    .execute();
  const periods = unwatched.map(({ ward_uuid, from_at }) => ({ ward_uuid, from_at: from_at ?? neverMs, to_at: now }));
  if (periods.length > 0) {
    await query
      .insertInto('unwatched_period')
      .values(periods)
      // Another board may have ended the same time.
      .onConflict((conflict) => conflict.columns(['ward_uuid', 'from_at']).doNothing())
      .execute();
  }
  await query
    .updateTable('ward')
    .set({ watched_at: now })
    .where(isInList(kind, 'uuid', wardUUIDs))
    .where(({ or, not, eb, between }) =>
      or([eb('watched_at', 'is', null), not(between('watched_at', now - watchedIntervalMs, now))]),
    )
    .execute();
}

async function requireOwnBoard(query: Query, uuid: string, subject: string): Promise<void> {
  const stored = await query.selectFrom('board').select('subject').where('uuid', '=', uuid).executeTakeFirst();
  const isOfOther = stored !== undefined && stored.subject !== null && stored.subject !== subject;
  requireFound(!isOfOther || undefined);
}

/** Deletes the oldest surplus boards. Their wards stay watched. A board that reports again is stored again. */
async function deleteSurplusBoards({ kind, query }: Pick<Database, 'kind' | 'query'>, subject: string): Promise<void> {
  const boards = query.selectFrom('board').select('uuid').where('subject', '=', subject).orderBy('seen_at', 'desc');
  const surplus = (await boards.execute()).slice(maxBoardsOfUser).map(({ uuid }) => uuid);
  if (surplus.length === 0) return;
  await query
    .deleteFrom('board')
    .where(isInList(kind, 'uuid', surplus))
    .execute();
}

/** The boards that have reported recently. `wardUUIDs`: only those that show one of these wards. */
export async function readBoards(query: Query, now: number, wardUUIDs?: readonly string[]): Promise<readonly Board[]> {
  const boards = query
    .selectFrom('board')
    .selectAll()
    .where(({ between }) => between('seen_at', now - unwatchedAfterMs, now + unwatchedAfterMs))
    .orderBy('since')
    .orderBy('uuid');
  const wanted =
    wardUUIDs === undefined
      ? boards
      : boards.where(({ or, eb }) => or(wardUUIDs.map((ward) => eb('wards', 'like', `%${ward}%`))));
  return (await wanted.execute()).map(boardOfRow);
}

const Uuids = z.array(z.string());

function boardOfRow(row: Selectable<Schema['board']>): Board {
  const { uuid, since, seen_at: seenAt, wake_lock: wakeLock, sound_checked_at: checkedAt } = row;
  return {
    uuid,
    since,
    seenAt,
    wakeLock,
    wardUUIDs: z.parse(Uuids, JSON.parse(row.wards)),
    isVisible: row.is_visible === 1,
    isAudible: row.is_audible === 1,
    soundCheck: checkedAt === null ? null : { at: toIsoTime(checkedAt), isHeard: row.is_sound_heard === 1 },
  };
}

export interface VisibleWard {
  readonly uuid: string;
  readonly displayName: string;
  readonly locationUUID: string;
  readonly watchedAt: number | null;
}

/** The wards of the locations of these wards that the user may see. */
export function readSisterWards(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  scopes: readonly Scope[],
  wardUUIDs: readonly string[],
): Promise<readonly VisibleWard[]> {
  return query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as locationUUID', 'watched_at as watchedAt'])
    .where('location_uuid', 'in', (sql) =>
      sql
        .selectFrom('ward as shown')
        .select('shown.location_uuid')
        .where(isInList(kind, 'shown.uuid', wardUUIDs)),
    )
    .where(isVisibleWard(scopes))
    .orderBy('display_name')
    .orderBy('uuid')
    .execute();
}

/** When each ward was last watched. */
export async function readWatchedTimes(query: Query): Promise<readonly (number | null)[]> {
  const rows = await query.selectFrom('ward').select('watched_at').where('watched_at', 'is not', null).execute();
  return rows.map((row) => row.watched_at);
}
