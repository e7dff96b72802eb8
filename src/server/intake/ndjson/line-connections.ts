/** The open NDJSON connections of this server. A route opens them, and the server ends them when it stops. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lineContentType } from '../../../contract/reports.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { problemBody } from '../../http/problem-handler.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { createThrottledLog } from '../../shared/throttled-log.ts';
import type { RunInSlice } from '../../shared/time-slices.ts';
import type { DeviceAuthenticator } from '../device-keys/device-authenticator.ts';
import type { IngestItems } from '../ingest-items.ts';
import { ingestLines, jsonLine, type LineSource } from './ingest-lines.ts';

/** A key that another process has revoked ends its idle connections within this time. */
const keyCheckIntervalMs = 3_000;
/** How long the last lines of the sender are read and discarded, so that it receives our last answer. */
const lingerMs = 2_000;
const keepAliveMs = 30_000;

export interface LineConnectionsOptions {
  readonly ingest: IngestItems;
  readonly runInSlice: RunInSlice;
  readonly authenticator: DeviceAuthenticator;
  /** Milliseconds until the key may report more; 0 for now. */
  readonly waitMs: (caller: DeviceCaller) => number;
  readonly metrics: Metrics;
}

export type LineConnections = ReturnType<typeof createLineConnections>;

export function createLineConnections(options: LineConnectionsOptions) {
  const { ingest, runInSlice, authenticator, waitMs, metrics } = options;
  /** The controller that stops each connection, with its key and the promise that resolves when it has ended. */
  const connections = new Map<AbortController, { readonly keyId: string; readonly ended: Promise<void> }>();
  const throttledLog = createThrottledLog(() => performance.now());
  metrics.gauge({ name: 'room_status_line_connections', help: 'Open NDJSON connections' }, () => connections.size);

  authenticator.onForgotten((revoked) => {
    const reason = new AppError('unauthenticated', { detail: 'This device key was revoked.' });
    for (const [stopping, { keyId }] of connections) if (keyId === revoked) stopping.abort(reason);
  });

  return {
    open: (caller: DeviceCaller, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const { raw, headers, log } = request;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      const source: LineSource = {
        request: raw,
        response: reply.raw,
        log: { warn: (details, message) => throttledLog(log, { device: caller.keyName, kind: '', details, message }) },
        ingest: (items) => ingest(items, caller, log),
        runInSlice,
        authenticate: () => authenticator.authenticateHeader(headers.authorization, request),
        waitMs: () => waitMs(caller),
        onTruncatedLines: metrics.countTruncatedLines,
      };
      const stopping = new AbortController();
      const ended = serveLines(source, stopping);
      connections.set(stopping, { keyId: caller.keyId, ended });
      void ended.finally(() => connections.delete(stopping));
      return reply;
    },
    /** Answers the lines that are being ingested, then ends all connections. */
    endAll: async (): Promise<void> => {
      for (const stopping of connections.keys()) stopping.abort();
      await Promise.all([...connections.values()].map(({ ended }) => ended));
    },
  };
}

/** Resolves when nothing more is read or ingested. When `stopping` is aborted, it answers what is being ingested. */
async function serveLines(source: LineSource, stopping: AbortController): Promise<void> {
  const { request, response, log, authenticate } = source;

  async function checkKey(): Promise<void> {
    try {
      await authenticate();
    } catch (error) {
      // An outage of the database is no reason to end an idle connection.
      if (error instanceof AppError && error.code === 'unauthenticated') stopping.abort(error);
    }
  }

  request.socket.setKeepAlive(true, keepAliveMs);
  response.writeHead(200, { 'content-type': lineContentType, 'x-accel-buffering': 'no' });
  response.flushHeaders();
  const keyChecks = setInterval(() => void checkKey(), keyCheckIntervalMs);
  let problem: AppError | undefined;
  try {
    await ingestLines(source, stopping.signal);
    if (stopping.signal.reason instanceof AppError) problem = stopping.signal.reason;
  } catch (error) {
    if (!(error instanceof AppError)) log.warn({ err: error }, 'an NDJSON connection failed');
    problem = error instanceof AppError ? error : new AppError('internal');
  }
  clearInterval(keyChecks);
  close(request, response, problem);
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
