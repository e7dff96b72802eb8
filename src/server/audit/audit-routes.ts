/** GET /manage/audit and its export. */
import { Readable } from 'node:stream';
import { auditEndpoints } from '../../contract/audit/audit.ts';
import { ndjsonContentType } from '../../contract/intake/reports.ts';
import type { AuditKind } from '../../domain/audit.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint, serveRaw } from '../http/serve-endpoint.ts';
import { endOfDay, startOfDay } from '../../domain/local-time/start-of-day.ts';
import { actorOfUser } from './audit-actors.ts';
import { type AuditFilter, exportAuditEvents, listAuditEvents } from './audit-queries.ts';
import { readAuditTimeZone } from './audit-time-zone.ts';
import { recordAudit } from './record-audit.ts';

const defaultLimit = 100;

interface AuditRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly now: () => number;
}

export function registerAuditRoutes(api: ApiServer, { database: { query: db }, now }: AuditRoutesOptions): void {
  serveEndpoint(api, auditEndpoints.listAuditEvents, async ({ query, caller }) => {
    const { before, limit, partOf } = query;
    const page = { before, limit: limit === undefined ? defaultLimit : Number(limit), partOf: partOf?.toLowerCase() };
    const timeZone = await readAuditTimeZone(db, caller.managed);
    return { ...(await listAuditEvents(db, filterOf(query, caller.managed, timeZone), page)), timeZone };
  });

  serveRaw(
    api,
    auditEndpoints.exportAuditEvents,
    async ({ query, caller, request }, reply) => {
      const { search, kind, from, to } = query;
      await recordAudit(db, {
        at: now(),
        actor: actorOfUser(caller, request),
        action: 'audit.export',
        clientUUID: null,
        after: { search, kind, from, until: to },
      });
      const filter = filterOf(query, caller.managed, await readAuditTimeZone(db, caller.managed));
      return reply.type(ndjsonContentType).send(Readable.from(linesOf(filter)));
    },
    { head: false },
  );

  async function* linesOf(filter: AuditFilter): AsyncGenerator<string> {
    for await (const event of exportAuditEvents(db, filter)) yield `${JSON.stringify(event)}\n`;
  }
}

interface FilterQuery {
  readonly search?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function filterOf(
  { search, kind, from, to }: FilterQuery,
  scopes: AuditFilter['scopes'],
  timeZone: string,
): AuditFilter {
  const isDay = (text: string) => !text.includes('T');
  const fromOf = (text: string) => (isDay(text) ? startOfDay(timeZone, text) : Date.parse(text));
  const toOf = (text: string) => (isDay(text) ? endOfDay(timeZone, text) : Date.parse(text));
  return {
    scopes,
    search,
    kind,
    from: from === undefined ? undefined : fromOf(from),
    to: to === undefined ? undefined : toOf(to),
  };
}
