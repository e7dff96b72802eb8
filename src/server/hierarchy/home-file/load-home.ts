import { IngestRulesJson } from '../../../contract/ingest-rules.ts';
import type { Database } from '../../database/database.ts';
import { canonicalRules } from './format/home-schema.ts';
import type { Home } from './home.ts';

/** Reads the whole hierarchy from the database. */
export async function loadHome(query: Database['query']): Promise<Home> {
  const clients = await query.selectFrom('client').select(['uuid', 'display_name as displayName']).execute();
  const locations = await query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as parentUUID', 'alias'])
    .execute();
  const wards = await query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as parentUUID'])
    .execute();
  const streams = await query
    .selectFrom('stream')
    .select(['uuid', 'display_name as displayName', 'ward_uuid as parentUUID', 'alias', 'type', 'status', 'rules'])
    .execute();
  return [
    ...clients.map((row) => ({ level: 'client' as const, parentUUID: '', alias: null, ...row })),
    ...locations.map((row) => ({ level: 'location' as const, ...row })),
    ...wards.map((row) => ({ level: 'ward' as const, alias: null, ...row })),
    ...streams.map((row) => ({ level: 'stream' as const, ...row, rules: parseStoredRules(row.rules) })),
  ];
}

function parseStoredRules(rules: string | null): string | null {
  return rules === null ? null : canonicalRules(IngestRulesJson.parse(JSON.parse(rules)));
}
