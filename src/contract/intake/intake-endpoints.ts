/** The calls of devices (specification, section 7). Pages make none of them and do not load this file. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { Heartbeat, LineResult, maxReportsPerCall, Report, ReportResponse } from './reports.ts';

export const intakeEndpoints = {
  sendReports: {
    method: 'POST',
    path: '/reports',
    access: 'device',
    summary: 'Status reports of devices, one or a list',
    body: z.union([z.array(Report).check(z.minLength(1), z.maxLength(maxReportsPerCall)), Report]),
    response: ReportResponse,
    lines: { body: Report, answer: LineResult },
    hasResultsWhenRefused: true,
  },
  sendHeartbeat: {
    method: 'POST',
    path: '/heartbeat',
    access: 'device',
    summary: 'Heartbeats of devices that are online and have no new status, one or a list',
    body: z.union([z.array(Heartbeat).check(z.minLength(1), z.maxLength(maxReportsPerCall)), Heartbeat]),
    response: ReportResponse,
    hasResultsWhenRefused: true,
  },
  sendToConnection: {
    method: 'POST',
    path: '/equipment/{connection}',
    access: 'device',
    summary: 'A message in the own format of a product, for a connection to equipment',
    params: z.object({ connection: z.string().check(z.maxLength(64)) }),
    body: z.unknown(),
    response: ReportResponse,
  },
} as const satisfies Record<string, Endpoint>;
