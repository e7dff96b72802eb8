/** Ingests the body of a request with one report or heartbeat or a list of them, and builds the body of the response. */
import type * as z from 'zod/mini';
import { maxReportsPerCall, type ReportResponse } from '../../../contract/intake/reports.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { RunInSlice } from '../../shared/time-slices.ts';
import type { Intake } from '../intake.ts';
import type { IntakeLog } from '../item-log.ts';
import type { Backpressure } from '../limits/backpressure.ts';
import { parseHeartbeat, type ParsedItem, parseReport, type Refusal } from '../../messages/parse-report.ts';

/** What the HTTP routes for reports, heartbeats and posted equipment messages share. */
export interface HttpIntake {
  readonly intake: Pick<Intake, 'assertNotMoved' | 'ingest' | 'rooms'>;
  readonly backpressure: Pick<Backpressure, 'consume'>;
  readonly runInSlice: RunInSlice;
}

export interface DeviceCall {
  /** The body of the request as JSON. Every item in it is validated separately. */
  readonly body: unknown;
  readonly caller: DeviceCaller;
  readonly request: { readonly log: IntakeLog };
}

/** The word for one item in the texts of problem bodies. */
type ItemName = 'report' | 'heartbeat';

/** A list of at most this many items takes less time than the call that waits for a time slice. */
const maxUnslicedItems = 20;

type Answer = z.infer<typeof ReportResponse>;

/** Throws AppError `invalid-request` if an item is refused. Its `results` show that all other items are stored. */
export async function ingestBody(http: HttpIntake, call: DeviceCall, itemName: ItemName): Promise<Answer> {
  const isList = Array.isArray(call.body);
  const inputs: readonly unknown[] = isList ? call.body : [call.body];
  if (inputs.length === 0) throw createBodyError('is an empty list');
  if (inputs.length > maxReportsPerCall) throw createBodyError(`has more than ${maxReportsPerCall} ${itemName}s`);
  const parse = itemName === 'report' ? parseReport : parseHeartbeat;
  const ingestInputs = () => ingestItems(http, call, inputs.map(parse), { isList, itemName });
  return inputs.length > maxUnslicedItems ? http.runInSlice(ingestInputs) : ingestInputs();
}

export async function ingestItems(
  { intake, backpressure }: HttpIntake,
  { caller, request }: DeviceCall,
  items: readonly (ParsedItem | Refusal)[],
  { isList, itemName }: { readonly isList: boolean; readonly itemName: ItemName },
): Promise<Answer> {
  backpressure.consume(caller, items.length);
  const ingested = await intake.ingest(items, caller, 'http', request.log);
  const results = ingested.map((result, index) => ({ index, ...result }));
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return { results };
  throw new AppError('invalid-request', {
    detail: describeRefusals(refused.length, results.length, itemName),
    errors: refused.map(({ index, field, reason }) => ({
      field: isList ? `[${index}].${field}` : `${field}`,
      reason: `${reason}`,
    })),
    members: { results },
  });
}

function describeRefusals(refusedCount: number, count: number, itemName: string): string {
  if (refusedCount < count) return `${refusedCount} of ${count} ${itemName}s were refused, the others are stored.`;
  return count === 1 ? `The ${itemName} was refused.` : `All ${count} ${itemName}s were refused.`;
}

export function createBodyError(reason: string): AppError {
  return new AppError('invalid-request', { errors: [{ field: 'body', reason }] });
}
