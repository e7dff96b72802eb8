/** The rules that rooms would have if a place above them, or they themselves, had other rules. */
import type { Kysely } from 'kysely';
import { effectiveRulesOf, type PlaceRules } from '../../../contract/place-rules.ts';
import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import type { Schema } from '../../database/schema.ts';
import { canonicalRules } from '../home-file/format/home-schema.ts';
import { parseRules, type RuledSubject } from './ruled-place.ts';

export interface DraftRoom {
  readonly uuid: string;
  readonly displayName: string;
  readonly wardName: string;
  readonly type: StreamType;
  readonly status: StreamStatus;
  /** Rules as in `stream.rules`: the present ones, and those with the draft. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The rooms of the subject, by name. */
export async function readDraftRooms(
  query: Kysely<Schema>,
  { level, uuid }: RuledSubject,
  draft: PlaceRules,
): Promise<readonly DraftRoom[]> {
  const rows = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .where(`${level}.uuid`, '=', uuid)
    .select(['stream.uuid', 'stream.display_name as displayName', 'ward.display_name as wardName'])
    .select(['stream.type', 'stream.status', 'stream.rules as before'])
    .select(['location.own_rules as location', 'ward.own_rules as ward', 'stream.own_rules as stream'])
    .orderBy('ward.display_name')
    .orderBy('stream.display_name')
    .execute();
  return rows.map(({ location, ward, stream, ...room }) => {
    const own = { location, ward, stream };
    const levels = (['location', 'ward', 'stream'] as const).map((one) =>
      one === level ? draft : parseRules(own[one]),
    );
    return { ...room, after: canonicalRules(effectiveRulesOf(levels, room.type)) };
  });
}
