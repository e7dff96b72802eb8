/** The figures for managers: GET /figures, the alerts that they count, and both as CSV. */
import { figuresEndpoints } from '../../contract/figures/figures.ts';
import type { Database } from '../database/database.ts';
import type { RunReadTask } from '../database/read-task.ts';
import type { ApiServer, ManagerCaller } from '../http/api-server.ts';
import { sendCsv } from '../http/send-csv.ts';
import { serveRaw, serveText } from '../http/serve-endpoint.ts';
import { periodOf, type PeriodQuery, requirePlace } from './figure-place.ts';
import { exportFigureAlerts, exportFigures, readFigureAlerts, readFigures } from './figures-tasks.ts';

interface FiguresRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly runReadTask: RunReadTask;
  readonly now: () => number;
}

/** The part that all calls of figures have in common. */
interface FiguresCall {
  readonly caller: ManagerCaller;
  readonly query: PeriodQuery & { readonly placeUUID: string };
}

export function registerFiguresRoutes(api: ApiServer, { database, runReadTask, now }: FiguresRoutesOptions): void {
  const requestOf = async ({ caller, query }: FiguresCall) => ({
    place: await requirePlace(database.query, caller, query.placeUUID),
    period: periodOf(query, now()),
  });

  serveText(api, figuresEndpoints.getFigures, async (call) =>
    runReadTask(readFigures, { ...(await requestOf(call)), now: now() }),
  );

  serveText(api, figuresEndpoints.listFigureAlerts, async (call) => {
    const { cursor, ...filter } = call.query;
    return runReadTask(readFigureAlerts, { ...(await requestOf(call)), filter, cursor });
  });

  serveRaw(
    api,
    figuresEndpoints.exportFigures,
    async (call, reply) => {
      const { table } = call.query;
      const csv = await runReadTask(exportFigures, { ...(await requestOf(call)), now: now(), table });
      return sendCsv(reply, `figures-${table}`, csv);
    },
    { head: false },
  );

  serveRaw(
    api,
    figuresEndpoints.exportFigureAlerts,
    async (call, reply) => {
      const csv = await runReadTask(exportFigureAlerts, { ...(await requestOf(call)), filter: call.query });
      return sendCsv(reply, 'alerts', csv);
    },
    { head: false },
  );
}
