/**
 * Ingests the lines of one NDJSON request. Lines that arrive together are ingested together, and the next chunk is
 * read only after they are answered. A sender that is faster than the database, or that does not read its answers, is
 * slowed down by TCP, and memory stays bounded.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { maxLineBytes } from '../../../contract/reports.ts';
import { AppError } from '../../shared/app-error.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import type { RunInSlice } from '../../shared/time-slices.ts';
import type { ItemResult } from '../item-result.ts';
import { decodeText, parseJson } from '../parse-payload.ts';
import { isRefusal, parseReport, type ParsedItem, type Refusal } from '../parse-report.ts';
import { createLineSplitter, type Line, type LineSplitter } from './line-splitter.ts';

/** A sender that does not read its answers for this long is disconnected. */
const answerTimeoutMs = 60_000;

/** Lines that are ingested together. Parsing them takes one or two milliseconds. */
const maxGroupLines = 500;

export interface LineSource {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: WarnLog;
  /** Resolves with one result per item, after the commit. */
  readonly ingest: (items: readonly (ParsedItem | Refusal)[]) => Promise<readonly ItemResult[]>;
  readonly runInSlice: RunInSlice;
  /** Throws AppError when the device key is no longer valid. */
  readonly authenticate: () => object | Promise<object>;
  /** Milliseconds until more lines may be ingested; 0 for now. Called again after that time. */
  readonly waitMs: () => number;
  /** Counts lines that were truncated or dropped with their connection. */
  readonly onTruncatedLines: (count: number) => void;
}

interface LineConnectionState extends LineSource {
  readonly stopping: AbortSignal;
  /** Aborted when we stop, and when the sender disconnects. */
  readonly interrupted: AbortSignal;
}

/** Resolves when nothing more is read. Throws what ends the connection. */
export async function ingestLines(source: LineSource, stopping: AbortSignal): Promise<void> {
  const disconnected = new AbortController();
  source.response.once('close', () => disconnected.abort());
  const state = { ...source, stopping, interrupted: AbortSignal.any([stopping, disconnected.signal]) };
  const splitter = createLineSplitter(maxLineBytes);
  let isGivenUp = false;
  for await (const chunk of readChunks(source.request, stopping)) {
    const lines = splitter.push(chunk);
    if (isGivenUp) source.onTruncatedLines(countOf(lines));
    else isGivenUp = !(await answerLines(lines, state));
  }
  if (!stopping.aborted && !isGivenUp) await answerLines(unfinishedLine(splitter, source).values(), state);
}

/** Resolves with false when the lines were dropped, because their sender exceeded its rate and disconnected. */
async function answerLines(lines: Iterator<Line> & Iterable<Line>, state: LineConnectionState): Promise<boolean> {
  const { response, stopping, interrupted } = state;
  for (let first = lines.next(); first.done !== true && !stopping.aborted; first = lines.next()) {
    await state.authenticate();
    const answers = await ingestWhenAdmitted(first.value, lines, state);
    if (answers === 'given-up') return false;
    if (answers === 'stopped') break;
    if (response.destroyed || response.write(answers) || (await isDrained(response, interrupted))) continue;
    // A disconnected sender cannot read its answers. The lines that it sent before are still ingested.
    if (!interrupted.aborted) throw new AppError('too-many-requests', { detail: 'The answers were not read in time.' });
  }
  return true;
}

/** Waits until the rate limit admits the lines, and ingests the first ones. Resolves with their answers. */
async function ingestWhenAdmitted(first: Line, lines: Iterator<Line> & Iterable<Line>, state: LineConnectionState) {
  const { response, stopping, interrupted, runInSlice, waitMs } = state;
  while (!stopping.aborted) {
    // NOTE: all connections of a key share its bucket, so nothing may be awaited between this check and `ingest`.
    const next = await runInSlice<number | string>(
      () => waitMs() || ingestGroup([first, ...take(maxGroupLines - 1, lines)], state),
    );
    if (typeof next === 'string') return next;
    if (response.destroyed) {
      giveUp(1 + countOf(lines), state);
      return 'given-up';
    }
    await wait(next, undefined, { signal: interrupted }).catch(() => undefined);
  }
  return 'stopped';
}

async function ingestGroup(group: readonly Line[], { ingest }: LineSource): Promise<string> {
  const results = await ingest(group.map(parseLine));
  return results.map((result, index) => jsonLine({ line: group[index]?.number, ...result })).join('');
}

/** Drops the lines of a sender that exceeded its rate and disconnected. They would wait here for hours otherwise. */
function giveUp(count: number, { onTruncatedLines, log }: LineSource): void {
  onTruncatedLines(count);
  log.warn({ lines: count }, 'lines were dropped: their sender exceeded its report rate and disconnected');
}

/** The last line of a complete request needs no line break. A truncated line is never stored. */
function unfinishedLine(splitter: LineSplitter, { request, log, onTruncatedLines }: LineSource): Line[] {
  const rest = splitter.rest();
  if (rest === undefined) return [];
  if (!request.complete || isRefusal(readJson(rest.bytes))) {
    onTruncatedLines(1);
    log.warn({ line: rest.number, bytes: rest.bytes.length }, 'a line was truncated at the end of its connection');
  }
  return request.complete ? [rest] : [];
}

async function isDrained(response: ServerResponse, interrupted: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(answerTimeoutMs)]);
  return once(response, 'drain', { signal }).then(
    () => true,
    () => false,
  );
}

/** Takes the next lines. Leaves the iterator open, unlike `Iterator.prototype.take`. */
function take(maxCount: number, lines: Iterator<Line>): Line[] {
  const group: Line[] = [];
  while (group.length < maxCount) {
    const next = lines.next();
    if (next.done === true) break;
    group.push(next.value);
  }
  return group;
}

function countOf(lines: Iterable<Line>): number {
  return Array.from(lines, () => 1).length;
}

export function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Reads chunks on demand: unread data stays in the socket and slows the sender down. Ends when the body ends, the
 * connection closes or `stopping` is aborted.
 */
async function* readChunks(request: IncomingMessage, stopping: AbortSignal): AsyncGenerator<Buffer> {
  let wake = (): void => undefined;
  for (const event of ['readable', 'end', 'close', 'error']) request.on(event, () => wake());
  stopping.addEventListener('abort', () => wake());
  while (!stopping.aborted) {
    const chunk: unknown = request.read();
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (request.readableEnded || request.destroyed) return;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

function parseLine(line: Line): ParsedItem | Refusal {
  if (!('bytes' in line)) {
    return { kind: 'too-long', field: 'line', reason: `is longer than ${maxLineBytes} bytes; it was skipped` };
  }
  const value = readJson(line.bytes);
  return isRefusal(value) ? { ...value, field: 'line' } : parseReport(value.json);
}

function readJson(bytes: Buffer): { readonly json: unknown } | Refusal {
  const decoded = decodeText(bytes, maxLineBytes);
  return isRefusal(decoded) ? decoded : parseJson(decoded.text);
}
