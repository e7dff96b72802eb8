/** Parses one NDJSON line to a report. */
import { maxLineBytes } from '../../../contract/reports.ts';
import { decodeText, parseJson } from '../parse-payload.ts';
import { isRefusal, parseReport, type ParsedItem, type Refusal } from '../parse-report.ts';
import type { Line } from './line-splitter.ts';

export function parseLine(line: Line): ParsedItem | Refusal {
  if (!('bytes' in line)) {
    return { kind: 'too-long', field: 'line', reason: `is longer than ${maxLineBytes} bytes; it was skipped` };
  }
  const value = readJson(line.bytes);
  return isRefusal(value) ? { ...value, field: 'line' } : parseReport(value.json);
}

export function readJson(bytes: Buffer): { readonly json: unknown } | Refusal {
  const decoded = decodeText(bytes, maxLineBytes);
  return isRefusal(decoded) ? decoded : parseJson(decoded.text);
}
