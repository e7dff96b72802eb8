/** Ingests a request body that is one item or a list of items, and builds the answer. */
import type * as z from 'zod/mini';
import { maxReportsPerCall, type ReportAnswer } from '../../../contract/reports.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { RunInSlice } from '../../shared/time-slices.ts';
import type { IngestItems } from '../ingest-items.ts';
import type { IntakeLog } from '../item-log.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';

export interface IngestContext {
  readonly ingest: IngestItems;
  readonly caller: DeviceCaller;
  readonly log: IntakeLog;
}

export interface IngestBodyOptions extends IngestContext {
  /** Any JSON value. Every item is validated separately. */
  readonly body: unknown;
  readonly parse: (input: unknown) => ParsedItem | Refusal;
  /** The word for one item in the texts of problem bodies, such as `report`. */
  readonly itemName: 'report' | 'heartbeat';
  readonly runInSlice: RunInSlice;
}

/** A shorter list takes less time than its call. */
const maxUnslicedItems = 20;

type Answer = z.infer<typeof ReportAnswer>;

/** Throws AppError `invalid-request` if an item is refused. Its `results` show that the other items are stored. */
export function ingestBody({
  body,
  parse,
  itemName,
  ingest,
  caller,
  log,
  runInSlice,
}: IngestBodyOptions): Promise<Answer> {
  const isList = Array.isArray(body);
  const inputs: readonly unknown[] = isList ? body : [body];
  if (inputs.length === 0) throw invalidBody('is an empty list');
  if (inputs.length > maxReportsPerCall) throw invalidBody(`has more than ${maxReportsPerCall} ${itemName}s`);
  const ingestInputs = () => ingestAndAnswer(inputs.map(parse), { ingest, caller, log, isList, itemName });
  return inputs.length > maxUnslicedItems ? runInSlice(ingestInputs) : ingestInputs();
}

export async function ingestAndAnswer(
  items: readonly (ParsedItem | Refusal)[],
  options: IngestContext & Pick<IngestBodyOptions, 'itemName'> & { readonly isList: boolean },
): Promise<Answer> {
  const ingested = await options.ingest(items, options.caller, options.log);
  const results = ingested.map((result, index) => ({ index, ...result }));
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return { results };
  throw new AppError('invalid-request', {
    detail: describeRefusals(refused.length, results.length, options.itemName),
    errors: refused.map(({ index, field, reason }) => ({
      field: options.isList ? `[${index}].${field}` : `${field}`,
      reason: `${reason}`,
    })),
    members: { results },
  });
}

function describeRefusals(refusedCount: number, count: number, itemName: string): string {
  if (refusedCount < count) return `${refusedCount} of ${count} ${itemName}s were refused, the others are stored.`;
  return count === 1 ? `The ${itemName} was refused.` : `All ${count} ${itemName}s were refused.`;
}

export function invalidBody(reason: string): AppError {
  return new AppError('invalid-request', { errors: [{ field: 'body', reason }] });
}
