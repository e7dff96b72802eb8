/** The open NDJSON connections of this server. A route opens them, and the server ends them when it stops. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ndjsonContentType } from '../../../contract/intake/reports.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import { toProblemBody } from '../../http/problem-handler.ts';
import { AppError } from '../../shared/app-error.ts';
import { createThrottledLog } from '../../shared/throttled-log.ts';
import { ingestLines, formatJsonLine, type NdjsonPorts, type LineSource } from './ingest-lines.ts';

/** A key that another process has revoked ends its idle connections within this time. */
const keyCheckIntervalMs = 3_000;
/** How long the last lines of the sender are read and discarded, so that the sender receives its last results. */
const lingerMs = 2_000;
const keepAliveMs = 30_000;

export function createLineConnections(ports: NdjsonPorts) {
  const { devices, metrics } = ports;
  /** The controller that stops each connection, with its key and the promise that resolves when it has ended. */
  const connections = new Map<AbortController, { readonly keyId: string; readonly ended: Promise<void> }>();
  const throttledLog = createThrottledLog(() => performance.now());
  metrics.gauge({ name: 'room_status_line_connections', help: 'Open NDJSON connections' }, () => connections.size);

  devices.onForgotten((revoked) => {
    const reason = new AppError('unauthenticated', { detail: 'This device key was revoked.' });
    for (const [stopping, { keyId }] of connections) if (keyId === revoked) stopping.abort(reason);
  });

  return {
    open: (caller: DeviceCaller, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      const warn = (details: object, message: string) =>
        throttledLog(request.log, { device: caller.keyName, kind: '', details, message });
      const source = { ...ports, caller, request, response: reply.raw, warn };
      const stopping = new AbortController();
      const ended = serveLines(source, stopping);
      connections.set(stopping, { keyId: caller.keyId, ended });
      void ended.finally(() => connections.delete(stopping));
      return reply;
    },
    /** Writes the results of the lines that are being ingested, then ends all connections. */
    endAll: async (): Promise<void> => {
      for (const stopping of connections.keys()) stopping.abort();
      await Promise.all([...connections.values()].map(({ ended }) => ended));
    },
  };
}

/** Resolves when no more lines are read or ingested. When `stopping` is aborted, the lines in progress get results. */
async function serveLines(source: LineSource, stopping: AbortController): Promise<void> {
  const { request, response, warn, devices } = source;

  async function checkKey(): Promise<void> {
    try {
      await devices.authenticateHeader(request.headers.authorization, request);
    } catch (error) {
      // An outage of the database is no reason to end an idle connection.
      if (error instanceof AppError && error.code === 'unauthenticated') stopping.abort(error);
    }
  }

  request.raw.socket.setKeepAlive(true, keepAliveMs);
  response.writeHead(200, { 'content-type': ndjsonContentType, 'x-accel-buffering': 'no' });
  response.flushHeaders();
  const keyChecks = setInterval(() => void checkKey(), keyCheckIntervalMs);
  let problem: AppError | undefined;
  try {
    await ingestLines(source, stopping.signal);
    if (stopping.signal.reason instanceof AppError) problem = stopping.signal.reason;
  } catch (error) {
    if (!(error instanceof AppError)) warn({ err: error }, 'an NDJSON connection failed');
    problem = error instanceof AppError ? error : new AppError('internal');
  }
  clearInterval(keyChecks);
  close(request.raw, response, problem);
}

function close(request: IncomingMessage, response: ServerResponse, problem: AppError | undefined): void {
  if (response.destroyed) return;
  if (!request.complete) {
    // NOTE: closing a socket with unread bytes resets it, and the sender would lose its last results.
    const timer = setTimeout(() => request.socket.destroy(), lingerMs);
    request.socket.once('close', () => clearTimeout(timer));
  }
  response.end(problem === undefined ? undefined : formatJsonLine(toProblemBody(problem)));
  request.resume();
}
