/**
 * One connection that reports line by line. Lines that arrived together are taken together, each is
 * answered by a line, in order, and only then more is read: a sender that is faster than our disk, or
 * does not read its answers, is slowed down by its own connection, and memory stays bounded.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { lineContentType, maxLineBytes, maxReportsPerCall } from '../../../contract/reports.ts';
import { AppError } from '../../shared/app-error.ts';
import { problemBody } from '../../http/problem-handler.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';
import type { ItemResult } from '../ingest-items.ts';
import { createLineSplitter, type Line } from './line-splitter.ts';
import { parseLine, readJson } from './parse-line.ts';
import { readRequest } from './request-reader.ts';

/** An idle connection's key is looked at this often. */
const lookEveryMs = 3_000;
/** Who takes no answers for so long is not there. */
const answersTakenWithinMs = 60_000;
/** How long the sender's last lines are still read, and thrown away, for it to see our last answer. */
const lingerMs = 2_000;
const keepAliveMs = 30_000;

export interface LineConnectionOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: WarnLog;
  /** One result each, once they are durable. */
  readonly take: (items: readonly (ParsedItem | Refusal)[]) => Promise<ItemResult[]>;
  /** Throws AppError when the sender may report no longer. */
  readonly check: () => Promise<void>;
  /** Milliseconds until more may be taken; 0: now. Asked again after that. */
  readonly waitMs: () => number;
  /** So many lines ended with their connection. */
  readonly onCutLines: (lines: number) => void;
}

export interface LineConnection {
  /** Answers what is being taken, and then no more. */
  end(why?: AppError): void;
  /** Resolves when nothing more is read or taken. */
  readonly ended: Promise<void>;
}

export function serveLines(options: LineConnectionOptions): LineConnection {
  const { request, response, log, take, check, waitMs, onCutLines } = options;
  const reader = readRequest(request);
  const splitter = createLineSplitter(maxLineBytes);
  const ending = new AbortController();
  let reason: AppError | undefined;
  let isGone = false;

  function end(why?: AppError): void {
    reason ??= why;
    ending.abort();
    reader.stop();
  }

  async function answer(found: Iterable<Line>): Promise<void> {
    const lines = found[Symbol.iterator]();
    for (let first = lines.next(); first.done !== true && !ending.signal.aborted; first = lines.next()) {
      await check();
      // NOTE: nothing may come between the wait and the taking: several connections share a key's limit.
      for (let wait = waitMs(); wait > 0 && !ending.signal.aborted; wait = waitMs()) {
        if (response.destroyed) return giveUp();
        await event(ending.signal, { within: wait, response });
      }
      if (ending.signal.aborted) return;
      const group = [first.value, ...upTo(maxReportsPerCall - 1, lines)];
      const results = await take(group.map(parseLine));
      const answers = results.map((result, index) => jsonLine({ line: group[index]?.number, ...result }));
      if (response.destroyed || response.write(answers.join(''))) continue;
      if (await event(ending.signal, { within: answersTakenWithinMs, response })) continue;
      // Who has gone takes none; what it sent before counts all the same.
      if (!ending.signal.aborted && !response.destroyed)
        throw new AppError('too-many-requests', { detail: 'The answers were not taken in time.' });
    }
  }

  /** Whoever has gone cannot be slowed down: what has not had its turn would wait here for hours. */
  function giveUp(): void {
    isGone = true;
    const lines = 1 + splitter.skip();
    onCutLines(lines);
    log.warn({ lines }, 'lines were not taken: their sender reports more than it may, and has gone');
  }

  async function run(): Promise<void> {
    for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
      const lines = splitter.push(chunk);
      if (isGone) onCutLines(splitter.skip());
      else await answer(lines);
    }
    if (!ending.signal.aborted && !isGone) await answer(lastLine());
  }

  /** A request that came whole may leave out its last line end; what was cut is no line. */
  function lastLine(): Line[] {
    const rest = splitter.rest();
    if (rest === undefined) return [];
    const isWhole = request.complete && 'json' in readJson(rest.bytes);
    if (!isWhole) {
      onCutLines(1);
      log.warn({ line: rest.number, bytes: rest.bytes.length }, 'a line was cut by the end of its connection');
    }
    return request.complete ? [rest] : [];
  }

  async function look(): Promise<void> {
    try {
      await check();
    } catch (error) {
      // While nothing is reported, only a key that no longer holds is a reason to end.
      if (error instanceof AppError && error.code === 'unauthenticated') end(error);
    }
  }

  request.socket.setKeepAlive(true, keepAliveMs);
  response.writeHead(200, { 'content-type': lineContentType, 'x-accel-buffering': 'no' });
  response.flushHeaders();
  const looking = setInterval(() => void look(), lookEveryMs);
  const ended = run()
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) log.warn({ err: error }, 'a connection of reports failed');
      reason ??= error instanceof AppError ? error : new AppError('internal');
    })
    .finally(() => {
      clearInterval(looking);
      close(request, response, reason);
    });
  return { end, ended };
}

function upTo(most: number, lines: Iterator<Line>): Line[] {
  const group: Line[] = [];
  while (group.length < most) {
    const next = lines.next();
    if (next.done === true) break;
    group.push(next.value);
  }
  return group;
}

/** Resolves with true when the response has room again, with false after `within` or when it ends. */
function event(ending: AbortSignal, { within, response }: { within: number; response?: ServerResponse }) {
  return new Promise<boolean>((resolve) => {
    const finish = (isDrained: boolean) => () => {
      clearTimeout(timer);
      ending.removeEventListener('abort', stopped);
      response?.off('drain', drained).off('close', stopped);
      resolve(isDrained);
    };
    const [drained, stopped] = [finish(true), finish(false)];
    const timer = setTimeout(stopped, within);
    ending.addEventListener('abort', stopped);
    response?.once('drain', drained).once('close', stopped);
    if (ending.aborted || response?.destroyed === true) stopped();
  });
}

function close(request: IncomingMessage, response: ServerResponse, reason: AppError | undefined): void {
  if (response.destroyed) return;
  if (!request.complete) {
    // NOTE: a socket that is closed with bytes unread is reset, and our last answers would be lost with it.
    const cutOff = setTimeout(() => request.socket.destroy(), lingerMs);
    request.socket.once('close', () => clearTimeout(cutOff));
  }
  response.end(reason === undefined ? undefined : jsonLine(problemBody(reason)));
  request.resume();
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
