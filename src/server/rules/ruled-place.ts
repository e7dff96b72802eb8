/** Reads the own rules of a location, ward or room, and those of the places above and below it. */
import type { Kysely } from 'kysely';
import { maxListedExceptions, type LevelWithRules } from '../../contract/rules/rules.ts';
import { StoredRulesJson, type PlaceRules } from '../../contract/rules/place-rules.ts';
import type { Schema } from '../database/schema.ts';
import { requireFound } from '../http/require-found.ts';
import { objectVersionOf } from '../shared/object-version.ts';
import { toCanonicalRules } from '../home/home-file/format/home-schema.ts';

type Query = Kysely<Schema>;

export interface RulesSubject {
  readonly level: LevelWithRules;
  /** The uuid in lower case. */
  readonly uuid: string;
}

/** Reads the rules of a location, ward or room. Throws AppError `not-found`. */
export async function readPlaceRules(query: Query, { level, uuid }: RulesSubject) {
  const row = requireFound(await readRow(query, { level, uuid }));
  const location = placeOf('location', row.locationUUID, row.locationName, row.locationRules);
  const ward = placeOf('ward', row.wardUUID, row.wardName, row.wardRules);
  const room = placeOf('stream', row.roomUUID, row.roomName, row.roomRules);
  const levels = { location: [location], ward: [location, ward], stream: [location, ward, room] }[level];
  const own = requireFound(levels.at(-1));
  const below = await readBelow(query, { level, uuid });
  return {
    ...own,
    type: level === 'stream' ? row.type : null,
    version: objectVersionOf({ rules: toCanonicalRules(own.rules) }),
    above: levels.slice(0, -1),
    contacts: await readContacts(query, location.uuid),
    below: { count: below.length, first: below.slice(0, maxListedExceptions) },
  };
}

export function parsePlaceRules(stored: string | null): PlaceRules {
  return stored === null ? {} : StoredRulesJson.parse(JSON.parse(stored));
}

/**
 * Reads one row with the place and the places above it. The columns of lower levels are from any of its wards or rooms.
 */
function readRow(query: Query, { level, uuid }: RulesSubject) {
  return query
    .selectFrom('location')
    .leftJoin('ward', 'ward.location_uuid', 'location.uuid')
    .leftJoin('stream', 'stream.ward_uuid', 'ward.uuid')
    .where(`${level}.uuid`, '=', uuid)
    .select(['location.uuid as locationUUID', 'location.display_name as locationName'])
    .select(['ward.uuid as wardUUID', 'ward.display_name as wardName'])
    .select(['stream.uuid as roomUUID', 'stream.display_name as roomName', 'stream.type'])
    .select(['location.own_rules as locationRules', 'ward.own_rules as wardRules', 'stream.own_rules as roomRules'])
    .limit(1)
    .executeTakeFirst();
}

function placeOf<L extends LevelWithRules>(level: L, uuid: string | null, name: string | null, stored: string | null) {
  return { level, uuid: uuid ?? '', displayName: name ?? '', rules: parsePlaceRules(stored) };
}

function readContacts(query: Query, locationUUID: string) {
  return query
    .selectFrom('contact')
    .select(['uuid', 'name as displayName'])
    .where('location_uuid', '=', locationUUID)
    .orderBy('name')
    .orderBy('uuid')
    .execute();
}

/** The wards and rooms below that have own rules. */
async function readBelow(query: Query, { level, uuid }: RulesSubject) {
  if (level === 'stream') return [];
  const wards = await query
    .selectFrom('ward')
    .where('location_uuid', '=', uuid)
    .where('own_rules', 'is not', null)
    .select(['uuid', 'display_name as displayName'])
    .orderBy('display_name')
    .execute();
  const rooms = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .where(level === 'ward' ? 'ward.uuid' : 'ward.location_uuid', '=', uuid)
    .where('stream.own_rules', 'is not', null)
    .select(['stream.uuid', 'stream.display_name as displayName'])
    .orderBy('stream.display_name')
    .execute();
  return [
    ...wards.map((ward) => ({ level: 'ward' as const, ...ward })),
    ...rooms.map((room) => ({ level: 'stream' as const, ...room })),
  ];
}
