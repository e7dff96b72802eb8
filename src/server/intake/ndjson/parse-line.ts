/** One line of NDJSON, as bytes, to a report. */
import { maxLineBytes } from '../../../contract/reports.ts';
import { type ForRoom, parseReport, type Refusal } from '../parse-report.ts';
import type { Line } from './line-splitter.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

export function parseLine(line: Line): ForRoom | Refusal {
  if (!('bytes' in line)) {
    return { kind: 'too-long', field: 'line', reason: `is longer than ${maxLineBytes} bytes; it was skipped` };
  }
  const value = readJson(line.bytes);
  return value === undefined ? { kind: 'malformed', field: 'line', reason: 'is no JSON' } : parseReport(value.json);
}

export function readJson(bytes: Buffer): { readonly json: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(decoder.decode(bytes));
    return { json };
  } catch {
    return undefined;
  }
}
