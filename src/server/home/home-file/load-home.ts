import { StoredRulesJson } from '../../../contract/rules/place-rules.ts';
import type { Database } from '../../database/database.ts';
import { toCanonicalRules } from './format/home-schema.ts';
import type { Home } from './home.ts';

/** Reads the whole hierarchy from the database, always in the same order. */
export async function loadHome(query: Database['query']): Promise<Home> {
  const clients = await query
    .selectFrom('client')
    .select(['uuid', 'display_name as displayName'])
    .orderBy('uuid')
    .execute();
  const locations = await query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as parentUUID', 'alias', 'own_rules as rules'])
    .orderBy('uuid')
    .execute();
  const wards = await query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as parentUUID', 'own_rules as rules'])
    .orderBy('uuid')
    .execute();
  const streams = await query
    .selectFrom('stream')
    .select(['uuid', 'display_name as displayName', 'ward_uuid as parentUUID'])
    .select(['alias', 'type', 'status', 'own_rules as rules'])
    .orderBy('uuid')
    .execute();
  return [
    ...clients.map((row) => ({ level: 'client' as const, parentUUID: '', alias: null, ...row })),
    ...locations.map((row) => ({
      level: 'location' as const,
      ...row,
      rules: parseStoredRules(row.rules),
    })),
    ...wards.map((row) => ({
      level: 'ward' as const,
      alias: null,
      ...row,
      rules: parseStoredRules(row.rules),
    })),
    ...streams.map((row) => ({
      level: 'stream' as const,
      ...row,
      rules: parseStoredRules(row.rules),
    })),
  ];
}

function parseStoredRules(rules: string | null): string | null {
  return rules === null ? null : toCanonicalRules(StoredRulesJson.parse(JSON.parse(rules)));
}
