/** Reads which wards are published. */
import type { Database } from '../database/database.ts';

/** The aliases or uuids of the locations that are published, in lower case, or `all`. */
export type PublishedLocations = 'all' | readonly string[];

/** Returns the names of the wards by uuid, and the locations that do not exist. */
export async function readPublishedWards(query: Database['query'], published: PublishedLocations) {
  const rows = await query
    .selectFrom('location')
    .leftJoin('ward', 'ward.location_uuid', 'location.uuid')
    .select(['location.uuid', 'location.alias', 'location.display_name as location'])
    .select(['ward.uuid as wardUUID', 'ward.display_name as ward'])
    .orderBy('ward.uuid')
    .execute();
  const isNamedBy = (name: string) => (row: (typeof rows)[number]) =>
    name === row.uuid || name === row.alias?.toLowerCase();
  const found = published === 'all' ? rows : rows.filter((row) => published.some((name) => isNamedBy(name)(row)));
  const wards = found.flatMap(({ wardUUID: uuid, ward: name, location }) =>
    uuid === null || name === null ? [] : [{ uuid, name, location }],
  );
  const sameName = Map.groupBy(wards, ({ name }) => name);
  // Home Assistant has one area for each name, and two locations may have a ward of the same name.
  const nameOf = ({ name, location }: (typeof wards)[number]) =>
    sameName.get(name)?.length === 1 ? name : `${name} (${location})`;
  return {
    wards: new Map(wards.map((ward) => [ward.uuid, nameOf(ward)])),
    missing: published === 'all' ? [] : published.filter((name) => !rows.some(isNamedBy(name))),
  };
}
