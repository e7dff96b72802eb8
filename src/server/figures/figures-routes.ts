/** The figures for managers: GET /figures, the alerts that they count, and both as CSV. */
import type { FastifyReply } from 'fastify';
import { figuresEndpoints } from '../../contract/figures/figures.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint, serveRaw } from '../http/serve-endpoint.ts';
import { pageOf, readCountedAlerts } from './counted-alerts.ts';
import { periodOf, requirePlace } from './figure-place.ts';
import { writeAlertsCsv, writeFiguresCsv } from './figures-csv.ts';
import { loadFigures } from './load-figures.ts';

interface FiguresRoutesOptions {
  readonly database: Pick<Database, 'query' | 'kind'>;
  readonly now: () => number;
}

export function registerFiguresRoutes(api: ApiServer, { database, now }: FiguresRoutesOptions): void {
  serveEndpoint(api, figuresEndpoints.getFigures, async ({ caller, query }) => {
    const place = await requirePlace(database.query, caller, query.placeUUID);
    return loadFigures(database, { place, period: periodOf(query, now()), now: now() });
  });

  serveEndpoint(api, figuresEndpoints.listFigureAlerts, async ({ caller, query }) => {
    const place = await requirePlace(database.query, caller, query.placeUUID);
    const alerts = await readCountedAlerts(database, place, periodOf(query, now()), query);
    return { timeZone: place.timeZone, ...pageOf(alerts, query.cursor) };
  });

  serveRaw(
    api,
    figuresEndpoints.exportFigures,
    async ({ caller, query }, reply) => {
      const place = await requirePlace(database.query, caller, query.placeUUID);
      const figures = await loadFigures(database, { place, period: periodOf(query, now()), now: now() });
      return sendCsv(reply, writeFiguresCsv(figures, query.table), `room-status-figures-${query.table}`);
    },
    { head: false },
  );

  serveRaw(
    api,
    figuresEndpoints.exportFigureAlerts,
    async ({ caller, query }, reply) => {
      const place = await requirePlace(database.query, caller, query.placeUUID);
      const alerts = await readCountedAlerts(database, place, periodOf(query, now()), query);
      return sendCsv(reply, writeAlertsCsv(alerts), 'room-status-alerts');
    },
    { head: false },
  );
}

function sendCsv(reply: FastifyReply, text: string, name: string) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(text);
}
