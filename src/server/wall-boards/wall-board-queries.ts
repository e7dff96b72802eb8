/** Reads wall boards with what they have reported. */
import type { Selectable } from 'kysely';
import { toIsoTime } from '../../domain/iso-time.ts';
import { type Scope, isPlaceCovered } from '../../domain/user.ts';
import { unwatchedAfterMs } from '../../domain/watched-ward.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { objectVersionOf } from '../shared/object-version.ts';
import { subjectOfWallBoard } from './wall-board-authenticator.ts';

type Query = Pick<Database, 'query'>;

export type WallBoard = Awaited<ReturnType<typeof listWallBoards>>[number];

/** The wall boards of the wards in these scopes. `id`: only this one. */
export async function listWallBoards({ query }: Query, scopes: readonly Scope[], now: number, id?: string) {
  const rows = await query
    .selectFrom('wall_board')
    .innerJoin('ward', 'ward.uuid', 'wall_board.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .selectAll('wall_board')
    .select(['client.uuid as clientUUID', 'location.uuid as locationUUID'])
    .select(['client.display_name as client', 'location.display_name as location', 'ward.display_name as ward'])
    .$if(id !== undefined, (boards) => boards.where('wall_board.id', '=', id ?? ''))
    .orderBy('wall_board.created_at')
    .orderBy('wall_board.id')
    .execute();
  const seen = rows.filter(({ clientUUID, locationUUID, ward_uuid: wardUUID }) =>
    isPlaceCovered(scopes, { clientUUID, locationUUID, wardUUID }),
  );
  const reported = await readReports({ query }, seen, now);
  return seen.map((row) => {
    const settings = { name: row.name, wardUUID: row.ward_uuid, mayAnswer: row.may_answer === 1 };
    const report = reported.get(subjectOfWallBoard(row.id));
    return {
      id: row.id,
      ...settings,
      clientUUID: row.clientUUID,
      placeNames: [row.client, row.location, row.ward],
      version: objectVersionOf(settings),
      createdAt: toIsoTime(row.created_at),
      lastSeenAt: toIsoTime(report?.seen_at ?? row.seen_at),
      shown: report === undefined ? null : shownOf(report),
      soundCheck: newestCheck(row, report),
    };
  });
}

type Report = Selectable<Schema['board']>;

function shownOf({ is_visible: isVisible, is_audible: isAudible, wake_lock: wakeLock }: Report) {
  return { isVisible: isVisible === 1, isAudible: isAudible === 1, wakeLock };
}

interface CheckColumns {
  readonly sound_checked_at: number | null;
  readonly is_sound_heard: number | null;
}

/** The later of two answers to the test tone: one given elsewhere, and one that the board has reported. */
function newestCheck(...checks: readonly (CheckColumns | undefined)[]) {
  const given = checks.flatMap((check) =>
    check === undefined || check.sound_checked_at === null
      ? []
      : [{ at: check.sound_checked_at, isHeard: check.is_sound_heard === 1 }],
  );
  const [newest] = given.toSorted((a, b) => b.at - a.at);
  return newest === undefined ? null : { at: toIsoTime(newest.at), isHeard: newest.isHeard };
}

/** What the boards have reported within the last minute, by subject. */
async function readReports(
  { query }: Query,
  boards: readonly { readonly id: string }[],
  now: number,
): Promise<ReadonlyMap<string, Report>> {
  if (boards.length === 0) return new Map();
  const rows = await query
    .selectFrom('board')
    .selectAll()
    .where(
      'subject',
      'in',
      boards.map(({ id }) => subjectOfWallBoard(id)),
    )
    .where(({ between }) => between('seen_at', now - unwatchedAfterMs, now + unwatchedAfterMs))
    .orderBy('seen_at')
    .execute();
  return new Map(rows.map((row) => [row.subject ?? '', row]));
}

/** What a wall board may show, for the board itself. */
export async function readOwnWallBoard({ query }: Query, id: string) {
  const row = await query
    .selectFrom('wall_board')
    .innerJoin('ward', 'ward.uuid', 'wall_board.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .selectAll('wall_board')
    .select(['ward.display_name as wardName', 'location.display_name as locationName'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id,
    name: row.name,
    wardUUID: row.ward_uuid,
    wardName: row.wardName,
    locationName: row.locationName,
    mayAnswer: row.may_answer === 1,
    testToneAt: toIsoTime(row.test_tone_at),
    soundCheck: newestCheck(row),
  };
}

const seenIntervalMs = 60_000;

/** Stores that a board has called the server, at most once a minute. */
export async function storeSeen({ query }: Query, id: string, now: number): Promise<void> {
  await query
    .updateTable('wall_board')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where(({ eb, or, not, between }) =>
      or([eb('seen_at', 'is', null), not(between('seen_at', now - seenIntervalMs, now))]),
    )
    .execute();
}
