/**
 * Ingests the lines of one NDJSON request. Lines that arrive together are ingested together, and the next chunk is read
 * only after their results are written. A sender that is faster than the database, or that does not read its results,
 * is slowed down by TCP, and memory stays bounded.
 */
import { on, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { maxLineBytes } from '../../../contract/intake/reports.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { retryLater } from '../../shared/retry-later.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { DeviceAuthenticator } from '../../devices/keys/device-authenticator.ts';
import type { HttpIntake } from '../http/ingest-body.ts';
import type { Backpressure } from '../limits/backpressure.ts';
import { decodeText, parseJson } from '../../messages/parse-payload.ts';
import { isRefusal, parseReport, type ParsedItem, type Refusal } from '../../messages/parse-report.ts';
import { createLineSplitter, type InputLine, type LineSplitter } from './line-splitter.ts';

/** A sender that does not read its results for this long is disconnected. */
const readTimeoutMs = 60_000;

/** The maximum number of lines that are ingested together. Parsing so many lines takes one or two milliseconds. */
const maxGroupLines = 500;

export interface NdjsonPorts {
  readonly http: HttpIntake;
  readonly backpressure: Pick<Backpressure, 'waitMs'>;
  readonly devices: Pick<DeviceAuthenticator, 'authenticateHeader' | 'onForgotten'>;
  readonly metrics: Pick<Metrics, 'countTruncatedLines' | 'gauge'>;
}

/** An open NDJSON request with the caller who opened it. */
export interface LineSource extends NdjsonPorts {
  readonly caller: DeviceCaller;
  readonly request: Pick<FastifyRequest, 'raw' | 'headers' | 'log' | 'clientAddress'>;
  readonly response: ServerResponse;
  /** Logs a problem of this sender, throttled. */
  readonly warn: (details: object, message: string) => void;
}

interface LineConnectionState extends LineSource {
  readonly stopping: AbortSignal;
  /** Aborted when the server stops, and when the sender disconnects. */
  readonly interrupted: AbortSignal;
}

/** Resolves when no more lines are read. Throws the error that ends the connection. */
export async function ingestLines(source: LineSource, stopping: AbortSignal): Promise<void> {
  const disconnected = new AbortController();
  source.response.once('close', () => disconnected.abort());
  const state = { ...source, stopping, interrupted: AbortSignal.any([stopping, disconnected.signal]) };
  const splitter = createLineSplitter(maxLineBytes);
  let areDropped = false;
  for await (const chunk of readChunks(source.request.raw, stopping)) {
    for (const group of groupsOf(splitter.push(chunk))) {
      areDropped ||= (await handleGroup(group, state)) === 'dropped';
      if (areDropped) source.metrics.countTruncatedLines(group.length);
    }
  }
  if (stopping.aborted || areDropped) return;
  for (const line of unfinishedLine(splitter, source)) await handleGroup([line], state);
}

/** Divides lines into groups. A generator, so that at most one group of a chunk is held as objects. */
function* groupsOf(lines: Iterable<InputLine>): Generator<readonly InputLine[]> {
  let group: InputLine[] = [];
  for (const line of lines) {
    group.push(line);
    if (group.length < maxGroupLines) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * Waits until the rate limit admits the lines, ingests them and writes their results. Does nothing when the server
 * stops. `dropped`: the sender exceeded its rate and disconnected, so its lines would wait here for hours.
 */
async function handleGroup(group: readonly InputLine[], state: LineConnectionState): Promise<'dropped' | undefined> {
  const { http, backpressure, devices, caller, request, response, stopping, interrupted, warn } = state;
  // The key may have been revoked since the lines were sent, or its client may have moved to another cell.
  const { movedTo } = await devices.authenticateHeader(request.headers.authorization, request);
  if (movedTo !== undefined)
    throw retryLater('unavailable', 'The rooms have moved to another server: connect again.', 1);
  while (!stopping.aborted) {
    // NOTE: all connections of a key share its bucket, so nothing may be awaited between this check and `ingest`.
    const next = await http.runInSlice<number | string>(() => backpressure.waitMs(caller) || ingestGroup(group, state));
    if (typeof next === 'string') {
      await writeResults(next, state);
      return undefined;
    }
    if (response.destroyed) {
      const details = { firstLine: group[0]?.number };
      warn(details, 'lines were dropped: their sender exceeded its report rate and disconnected');
      return 'dropped';
    }
    await wait(next, undefined, { signal: interrupted }).catch(() => undefined);
  }
  return undefined;
}

/** Writes results. A disconnected sender cannot read them, but the lines that it sent before are still ingested. */
async function writeResults(results: string, { response, interrupted }: LineConnectionState): Promise<void> {
  if (response.destroyed || response.write(results)) return;
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(readTimeoutMs)]);
  await once(response, 'drain', { signal }).catch(() => {
    if (!interrupted.aborted) throw new AppError('too-many-requests', { detail: 'The answers were not read in time.' });
  });
}

async function ingestGroup(group: readonly InputLine[], { http, caller, request }: LineSource): Promise<string> {
  http.backpressure.consume(caller, group.length);
  const results = await http.intake.ingest(group.map(parseLine), caller, 'ndjson', request.log);
  return results.map((result, index) => formatJsonLine({ line: group[index]?.number, ...result })).join('');
}

/** Returns the last line of a complete request, which needs no line break. A truncated line is counted and never stored. */
function unfinishedLine(splitter: LineSplitter, { request: { raw: request }, metrics, warn }: LineSource): InputLine[] {
  const rest = splitter.rest();
  if (rest === undefined) return [];
  if (!request.complete || isRefusal(readJson(rest.bytes))) {
    metrics.countTruncatedLines(1);
    warn({ line: rest.number, bytes: rest.bytes.length }, 'a line was truncated at the end of its connection');
  }
  return request.complete ? [rest] : [];
}

export function formatJsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Reads chunks on demand: unread data stays in the socket and slows the sender down. Ends when the body ends, the
 * connection closes or `stopping` is aborted.
 */
async function* readChunks(request: IncomingMessage, stopping: AbortSignal): AsyncGenerator<Buffer> {
  if (request.destroyed || stopping.aborted) return;
  try {
    for await (const _ of on(request, 'readable', { close: ['end', 'close'], signal: stopping })) {
      for (let chunk: unknown = request.read(); Buffer.isBuffer(chunk); chunk = request.read()) {
        yield chunk;
        if (stopping.aborted) return;
      }
    }
  } catch {
    // Nothing more can be read: the connection has failed, or `stopping` was aborted.
  }
}

function parseLine(line: InputLine): ParsedItem | Refusal {
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
