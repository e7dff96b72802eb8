/** All connections that report line by line to this server: opened by a route, ended when it stops. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../../shared/metrics.ts';
import { createThrottledLog } from '../../shared/throttled-log.ts';
import type { DeviceAuthenticator } from '../device-keys/device-authenticator.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { TokenBuckets } from '../limits/token-bucket.ts';
import type { IngestItems } from '../ingest-items.ts';
import { type LineConnection, serveLines } from './line-connection.ts';

/** How soon it is looked again whether there is room for more. */
const busyPauseMs = 50;

export interface LineConnectionsOptions {
  readonly take: IngestItems;
  readonly authenticator: DeviceAuthenticator;
  readonly limits: TokenBuckets;
  readonly isOverloaded: () => boolean;
  readonly metrics: Metrics;
}

export interface LineConnections {
  open(caller: DeviceCaller, request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Answers what is being taken, and ends them. */
  endAll(): Promise<void>;
}

export function createLineConnections(options: LineConnectionsOptions): LineConnections {
  const { take, authenticator, limits, isOverloaded, metrics } = options;
  const open = new Set<LineConnection>();
  const say = createThrottledLog(() => performance.now());
  metrics.gauge('room_status_line_connections', 'Open connections that report line by line', () => open.size);

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
        log: { warn: (details, message) => say(log, { device: caller.keyName, kind: '', details, message }) },
        take: (items) => {
          limits.consume(caller, items.length);
          return take(items, caller, log);
        },
        check: async () => void (await authenticator.authenticateHeader(headers.authorization)),
        waitMs: () => (isOverloaded() ? busyPauseMs : limits.waitMs(caller)),
        onCutLines: metrics.countCutLines,
      });
      open.add(connection);
      void connection.ended.finally(() => open.delete(connection));
      return reply;
    },
    endAll: async () => {
      for (const connection of open) connection.end();
      await Promise.all([...open].map(({ ended }) => ended));
    },
  };
}
