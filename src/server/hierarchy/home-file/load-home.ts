import { setImmediate } from 'node:timers/promises';
import { IngestRulesJson } from '../../../contract/ingest-rules.ts';
import { PlaceRulesJson } from '../../../contract/place-rules.ts';
import type { Database } from '../../database/database.ts';
import { canonicalRules } from './format/home-schema.ts';
import type { Home } from './home.ts';

/** Reads the whole hierarchy from the database. `onlyLocations`: with the rooms of these locations only. */
export async function loadHome(query: Database['query'], onlyLocations?: readonly string[]): Promise<Home> {
  const clients = await query.selectFrom('client').select(['uuid', 'display_name as displayName']).execute();
  const locations = await query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as parentUUID', 'alias', 'own_rules as rules'])
    .execute();
  const wards = await query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as parentUUID', 'own_rules as rules'])
    .execute();
  const streams = await loadStreams(query, onlyLocations);
  return [
    ...clients.map((row) => ({ level: 'client' as const, parentUUID: '', alias: null, ...row })),
    ...locations.map((row) => ({
      level: 'location' as const,
      ...row,
      rules: parseStoredRules(PlaceRulesJson, row.rules),
    })),
    ...wards.map((row) => ({
      level: 'ward' as const,
      alias: null,
      ...row,
      rules: parseStoredRules(PlaceRulesJson, row.rules),
    })),
    ...streams.map((row) => ({
      level: 'stream' as const,
      ...row,
      rules: parseStoredRules(IngestRulesJson, row.rules),
    })),
  ];
}

/** Location by location: the event loop does other work between them. */
async function loadStreams(query: Database['query'], onlyLocations: readonly string[] | undefined) {
  const locations =
    onlyLocations ?? (await query.selectFrom('location').select('uuid').execute()).map(({ uuid }) => uuid);
  const ofAll = query
    .selectFrom('stream')
    .select(['uuid', 'display_name as displayName', 'ward_uuid as parentUUID'])
    .select(['alias', 'type', 'status', 'own_rules as rules']);
  const streams = [];
  for (const location of locations) {
    const wards = query.selectFrom('ward').select('uuid').where('location_uuid', '=', location);
    streams.push(...(await ofAll.where('ward_uuid', 'in', wards).execute()));
    await setImmediate();
  }
  return streams;
}

function parseStoredRules(schema: typeof IngestRulesJson | typeof PlaceRulesJson, rules: string | null): string | null {
  return rules === null ? null : canonicalRules(schema.parse(JSON.parse(rules)));
}
