/** A body that is one item or a list of them, and the answer that says what became of each. */
import type * as z from 'zod/mini';
import { maxReportsPerCall, type ReportAnswer } from '../../../contract/reports.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';
import type { IntakeLog, IngestItems } from '../ingest-items.ts';

interface IngestBodyOptions {
  readonly body: unknown;
  /** Each item is parsed by itself, so the body as a whole may be anything. */
  readonly parse: (input: unknown) => ParsedItem | Refusal;
  readonly take: IngestItems;
  readonly caller: DeviceCaller;
  readonly log: IntakeLog;
  /** What the items are, for people. */
  readonly word: 'report' | 'heartbeat';
}

/** Throws AppError `invalid-request` with the results when one or more are refused: the others are taken. */
export async function ingestBody(options: IngestBodyOptions): Promise<z.infer<typeof ReportAnswer>> {
  const { body, caller, log, word } = options;
  const isList = Array.isArray(body);
  const inputs: readonly unknown[] = isList ? body : [body];
  if (inputs.length === 0) throw refusalOf('body', 'is an empty list');
  if (inputs.length > maxReportsPerCall) throw refusalOf('body', `has more than ${maxReportsPerCall} ${word}s`);

  const taken = await options.take(inputs.map(options.parse), caller, log);
  const results = taken.map((result, index) => ({ index, ...result }));
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return { results };
  throw new AppError('invalid-request', {
    detail: detailOf(refused.length, results.length, word),
    errors: refused.map(({ index, field, reason }) => ({
      field: isList ? `[${index}].${field}` : `${field}`,
      reason: `${reason}`,
    })),
    members: { results },
  });
}

function detailOf(refused: number, all: number, word: string): string {
  if (refused < all) return `${refused} of ${all} ${word}s were refused, the others are taken.`;
  return all === 1 ? `The ${word} was refused.` : `All ${all} ${word}s were refused.`;
}

function refusalOf(field: string, reason: string): AppError {
  return new AppError('invalid-request', { errors: [{ field, reason }] });
}
