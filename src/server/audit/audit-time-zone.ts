/** The time zone in which a reader sees the audit log. */
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { timeZoneOf } from '../shared/location-time.ts';

/** The zone of the locations in these scopes. If they have several, or none: that of the server. */
export async function readAuditTimeZone(query: Database['query'], scopes: readonly Scope[]): Promise<string> {
  const isEverything = scopes.some(({ kind }) => kind === 'everything');
  const clients = scopes.flatMap((scope) => (scope.kind === 'client' ? [scope.uuid] : []));
  if (!isEverything && clients.length === 0) return timeZoneOf(null);
  const rows = await query
    .selectFrom('location')
    .select('own_rules')
    .distinct()
    .$if(!isEverything, (select) => select.where('client_uuid', 'in', clients))
    .execute();
  const [zone, ...others] = new Set(rows.map((row) => timeZoneOf(row.own_rules)));
  return zone === undefined || others.length > 0 ? timeZoneOf(null) : zone;
}
