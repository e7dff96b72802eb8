/** POST /reports: one status report or a list, from a device with its key. */
import * as z from 'zod/mini';
import { endpoints } from '../../contract/endpoints.ts';
import { maxReportsPerCall, type ReportAnswer } from '../../contract/reports.ts';
import type { Scope } from '../../domain/user.ts';
import type { ApiServer } from '../http/api-server.ts';
import { AppError } from '../http/app-error.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { type ParsedReport, parseReport, type RefusedReport } from './parse-report.ts';

type Results = z.infer<typeof ReportAnswer>['results'];

/** What rooms make of reports: one answer each, in order. */
export type Receive = (
  reports: readonly ParsedReport[],
  sender: { readonly keyId: string; readonly scope: Scope },
) => Promise<
  readonly (
    | { readonly outcome: 'accepted' | 'duplicate'; readonly revision: number }
    | { readonly outcome: 'unknown-stream' }
  )[]
>;

/** Each report is parsed by itself, so the body as a whole may be anything. */
const sendReports = { ...endpoints.sendReports, body: z.unknown() };

export function registerReportRoutes(api: ApiServer, { receive }: { readonly receive: Receive }): void {
  serveEndpoint(api, sendReports, async ({ body, caller, request }) => {
    const isList = Array.isArray(body);
    const inputs: readonly unknown[] = isList ? body : [body];
    if (inputs.length === 0) throw refusalOf('body', 'is an empty list');
    if (inputs.length > maxReportsPerCall) throw refusalOf('body', `has more than ${maxReportsPerCall} reports`);

    const parsed = inputs.map(parseReport);
    for (const report of parsed) {
      if (isRefused(report) || !report.isUnknownStatus) continue;
      const { streamUUID, status } = report;
      request.log.warn({ stream: streamUUID, status, device: caller.keyName }, 'unknown room status code');
    }
    const taken = parsed.flatMap((report) => (isRefused(report) ? [] : [report]));
    const received = taken.length === 0 ? [] : await receive(taken, caller);

    let position = 0;
    const results = parsed.map((report, index): Results[number] => {
      if (isRefused(report)) return { index, outcome: 'refused', ...report };
      const answer = received[position++];
      const stream = report.streamUUID;
      if (answer === undefined) throw new Error('a report was left without an answer');
      if (answer.outcome === 'unknown-stream') {
        return { index, outcome: 'refused', stream, field: 'stream', reason: 'is not known to this device key' };
      }
      return { index, outcome: answer.outcome, stream, revision: answer.revision };
    });

    const refused = results.filter(({ outcome }) => outcome === 'refused');
    if (refused.length === 0) return { results };
    for (const { stream, field, reason } of refused) {
      request.log.warn({ stream, field, reason, device: caller.keyName }, 'report refused');
    }
    throw new AppError('invalid-request', {
      detail: isList
        ? `${refused.length} of ${results.length} reports were refused, the others are taken.`
        : 'The report was refused.',
      errors: refused.map(({ index, field, reason }) => ({
        field: isList ? `[${index}].${field}` : `${field}`,
        reason: `${reason}`,
      })),
      members: { results },
    });
  });
}

function isRefused(report: ParsedReport | RefusedReport): report is RefusedReport {
  return 'reason' in report;
}

function refusalOf(field: string, reason: string): AppError {
  return new AppError('invalid-request', { errors: [{ field, reason }] });
}
