/** Reads whole wards, or their versions. The callers check the rights of the viewers. */
import type { Stream } from '../../contract/home/entities.ts';
import type { Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';
import { selectStreams, toStreams } from './stream-queries.ts';

/** A ward as it is stored in the database. */
export interface StoredWard {
  /** The place of the ward. Undefined: the ward does not exist. */
  readonly place: Place | undefined;
  /** The streams of the ward, in the order of the list. */
  readonly streams: readonly Stream[];
}

/** Reading more wards in one query would keep the event loop busy for longer than 10 ms. */
const maxWardsPerQuery = 50;

/** Reads the wards with all their streams. */
export async function readStoredWards(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  wardUuids: readonly string[],
): Promise<Map<string, StoredWard>> {
  const wards = new Map<string, StoredWard>();
  for (let start = 0; start < wardUuids.length; start += maxWardsPerQuery) {
    const uuids = wardUuids.slice(start, start + maxWardsPerQuery);
    const places = await query
      .selectFrom('ward')
      .innerJoin('location', 'location.uuid', 'ward.location_uuid')
      .select(['ward.uuid as wardUUID', 'location.uuid as locationUUID', 'location.client_uuid as clientUUID'])
      .where(isInList(kind, 'ward.uuid', uuids))
      .execute();
    const streams = await selectStreams(query)
      .where(isInList(kind, 'stream.ward_uuid', uuids))
      .execute();
    const placeOf = new Map(places.map((place) => [place.wardUUID, place]));
    const streamsOf = Map.groupBy(toStreams(streams), ({ wardUUID }) => wardUUID);
    for (const uuid of uuids) wards.set(uuid, { place: placeOf.get(uuid), streams: streamsOf.get(uuid) ?? [] });
  }
  return wards;
}

/**
 * The number of streams of a ward and the sums of their revisions. Both revisions of a stream only grow, and the cache is
 * never ahead of the database, so equal sums mean that each stream is the same.
 */
export type WardVersion = string;

export function wardVersionOf(streamCount: number, revisionSum: number, alertRevisionSum: number): WardVersion {
  return `${streamCount} ${revisionSum} ${alertRevisionSum}`;
}

/** Reads the versions of wards, which costs little beside reading their streams. */
export async function readWardVersions(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  wardUuids: readonly string[],
): Promise<(wardUUID: string) => WardVersion> {
  const rows = await query
    .selectFrom('stream')
    .select(({ fn }) => [
      'ward_uuid',
      fn.countAll().as('streamCount'),
      fn.sum('revision').as('revisionSum'),
      fn.sum('alert_revision').as('alertRevisionSum'),
    ])
    .where(isInList(kind, 'ward_uuid', wardUuids))
    .groupBy('ward_uuid')
    .execute();
  // PostgreSQL returns sums as text.
  const versionOfRow = ({ streamCount, revisionSum, alertRevisionSum }: (typeof rows)[number]) =>
    wardVersionOf(Number(streamCount), Number(revisionSum), Number(alertRevisionSum));
  const versions = new Map(rows.map((row) => [row.ward_uuid, versionOfRow(row)]));
  return (wardUUID) => versions.get(wardUUID) ?? wardVersionOf(0, 0, 0);
}
