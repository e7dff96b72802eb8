/** One line of NDJSON, as bytes, to a report. */
import { maxLineBytes } from '../../../contract/reports.ts';
import { type ParsedItem, parseReport, type Refusal } from '../parse-report.ts';
import type { Line } from './line-splitter.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

export function parseLine(line: Line): ParsedItem | Refusal {
  if (!('bytes' in line)) {
    return { kind: 'too-long', field: 'line', reason: `is longer than ${maxLineBytes} bytes; it was skipped` };
  }
  const value = readJson(line.bytes);
  return 'reason' in value ? { kind: 'malformed', field: 'line', reason: value.reason } : parseReport(value.json);
}

export function readJson(bytes: Buffer): { readonly json: unknown } | { readonly reason: string } {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { reason: 'is no UTF-8 text' };
  }
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch (error) {
    return { reason: `is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
