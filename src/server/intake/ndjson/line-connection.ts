/** One NDJSON connection: sends the response head, ingests the lines, checks the device key and closes the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { lineContentType } from '../../../contract/reports.ts';
import { problemBody } from '../../http/problem-handler.ts';
import { AppError } from '../../shared/app-error.ts';
import { ingestLines, jsonLine, type LineSource } from './ingest-lines.ts';

/** A key that is revoked ends its idle connections within this time. */
const keyCheckIntervalMs = 3_000;
/** How long the last lines of the sender are read and discarded, so that it receives our last answer. */
const lingerMs = 2_000;
const keepAliveMs = 30_000;

export interface LineConnection {
  /** Answers what is being ingested, and reads no more. */
  end(problem?: AppError): void;
  /** Resolves when nothing more is read or ingested. */
  readonly ended: Promise<void>;
}

export function serveLines(source: LineSource): LineConnection {
  const { request, response, log, authenticate } = source;
  const stopping = new AbortController();
  let problem: AppError | undefined;

  function end(why?: AppError): void {
    problem ??= why;
    stopping.abort();
  }

  async function checkKey(): Promise<void> {
    try {
      await authenticate();
    } catch (error) {
      // An outage of the database is no reason to end an idle connection.
      if (error instanceof AppError && error.code === 'unauthenticated') end(error);
    }
  }

  request.socket.setKeepAlive(true, keepAliveMs);
  response.writeHead(200, { 'content-type': lineContentType, 'x-accel-buffering': 'no' });
  response.flushHeaders();
  const keyChecks = setInterval(() => void checkKey(), keyCheckIntervalMs);
  const ended = ingestLines(source, stopping.signal)
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) log.warn({ err: error }, 'an NDJSON connection failed');
      problem ??= error instanceof AppError ? error : new AppError('internal');
    })
    .finally(() => {
      clearInterval(keyChecks);
      close(request, response, problem);
    });
  return { end, ended };
}

function close(request: IncomingMessage, response: ServerResponse, problem: AppError | undefined): void {
  if (response.destroyed) return;
  if (!request.complete) {
    // NOTE: closing a socket with unread bytes resets it, and our last answers would be lost.
    const timer = setTimeout(() => request.socket.destroy(), lingerMs);
    request.socket.once('close', () => clearTimeout(timer));
  }
  response.end(problem === undefined ? undefined : jsonLine(problemBody(problem)));
  request.resume();
}
