/** Finds streams and locations that devices and connections name, in the scope of their key. */
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { visibleLocation, visibleWard } from '../../rights/visible.ts';
import { isUuid, streamsWithLocation } from './resolve-rooms.ts';

/** The uuids, in lower case, of the streams in the scope that have one of these uuids. */
export async function existingStreams({ query }: Database, scope: Scope, uuids: readonly string[]) {
  if (uuids.length === 0) return new Set<string>();
  const lowerCase = uuids.map((uuid) => uuid.toLowerCase());
  const rows = await streamsWithLocation(query)
    .select('stream.uuid')
    .where('stream.uuid', 'in', lowerCase)
    .where(visibleWard([scope]))
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Returns a function that finds the uuid of a location in the scope. `names`: aliases and uuids of locations. */
export async function findLocations({ query }: Database, scope: Scope, names: readonly string[]) {
  const parts = [...new Set(names)];
  if (parts.length === 0) return () => undefined;
  const spelled = parts.map((part) => (isUuid(part) ? part.toLowerCase() : part));
  const rows = await query
    .selectFrom('location')
    .select(['uuid', 'alias'])
    .where(({ eb, or }) => or([eb('location.uuid', 'in', spelled), eb('location.alias', 'in', spelled)]))
    .where(visibleLocation([scope]))
    .execute();
  const found = new Map(rows.flatMap(({ uuid, alias }) => [[uuid, uuid] as const, [alias ?? uuid, uuid] as const]));
  return (part: string) => found.get(isUuid(part) ? part.toLowerCase() : part);
}
