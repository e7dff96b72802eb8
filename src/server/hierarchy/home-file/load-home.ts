/** The whole hierarchy from the database. */
import { IngestRulesJson } from '../../../contract/ingest-rules.ts';
import type { Database } from '../../database/database.ts';
import { rulesText } from './check-fields.ts';
import type { Home } from './home.ts';

export async function loadHome(query: Database['query']): Promise<Home> {
  const clients = await query.selectFrom('client').select(['uuid', 'display_name as displayName']).execute();
  const locations = await query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as clientUUID', 'alias'])
    .execute();
  const wards = await query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as locationUUID'])
    .execute();
  const streams = await query
    .selectFrom('stream')
    .select(['uuid', 'display_name as displayName', 'ward_uuid as wardUUID', 'alias', 'type', 'status', 'rules'])
    .execute();
  return { clients, locations, wards, streams: streams.map((row) => ({ ...row, rules: canonical(row.rules) })) };
}

function canonical(rules: string | null): string | null {
  return rules === null ? null : (rulesText(IngestRulesJson.parse(JSON.parse(rules))) ?? null);
}
