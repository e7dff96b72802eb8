/** The open NDJSON connections of this server. A route opens them, and the server ends them when it stops. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { createThrottledLog } from '../../shared/throttled-log.ts';
import type { DeviceAuthenticator } from '../device-keys/device-authenticator.ts';
import type { IngestItems } from '../ingest-items.ts';
import { type LineConnection, serveLines } from './line-connection.ts';

export interface LineConnectionsOptions {
  readonly ingest: IngestItems;
  readonly authenticator: DeviceAuthenticator;
  /** Milliseconds until the key may report more; 0 for now. */
  readonly waitMs: (caller: DeviceCaller) => number;
  readonly metrics: Metrics;
}

export interface LineConnections {
  open(caller: DeviceCaller, request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Answers what is being ingested, then ends all connections. */
  endAll(): Promise<void>;
}

export function createLineConnections(options: LineConnectionsOptions): LineConnections {
  const { ingest, authenticator, waitMs, metrics } = options;
  const connections = new Set<LineConnection>();
  const throttledLog = createThrottledLog(() => performance.now());
  metrics.gauge({ name: 'room_status_line_connections', help: 'Open NDJSON connections' }, () => connections.size);

  return {
    open: (caller, request, reply) => {
      const { raw, headers, log } = request;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      const connection = serveLines({
        request: raw,
        response: reply.raw,
        log: { warn: (details, message) => throttledLog(log, { device: caller.keyName, kind: '', details, message }) },
        ingest: (items) => ingest(items, caller, log),
        authenticate: () => authenticator.authenticateHeader(headers.authorization),
        waitMs: () => waitMs(caller),
        onTruncatedLines: metrics.countTruncatedLines,
      });
      connections.add(connection);
      void connection.ended.finally(() => connections.delete(connection));
      return reply;
    },
    endAll: async () => {
      for (const connection of connections) connection.end();
      await Promise.all([...connections].map(({ ended }) => ended));
    },
  };
}
