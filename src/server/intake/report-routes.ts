/** POST /reports and POST /heartbeat: what devices say, with their keys. */
import * as z from 'zod/mini';
import { endpoints } from '../../contract/endpoints.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { answerList } from './answer-list.ts';
import { parseHeartbeat, parseReport } from './parse-report.ts';
import type { Receive } from './receive.ts';
import { createTakeItems } from './take-items.ts';

export interface ReportRoutesOptions {
  readonly database: Database;
  readonly receive: Receive;
}

/** Each item is parsed by itself, so the body as a whole may be anything. */
const sendReports = { ...endpoints.sendReports, body: z.unknown() };
const sendHeartbeat = { ...endpoints.sendHeartbeat, body: z.unknown() };

export function registerReportRoutes(api: ApiServer, { database, receive }: ReportRoutesOptions): void {
  const take = createTakeItems({ database, receive, onResult: () => undefined });
  serveEndpoint(api, sendReports, ({ body, caller, request }) =>
    answerList({ body, parse: parseReport, take, caller, log: request.log, word: 'report' }),
  );
  serveEndpoint(api, sendHeartbeat, ({ body, caller, request }) =>
    answerList({ body, parse: parseHeartbeat, take, caller, log: request.log, word: 'heartbeat' }),
  );
}
