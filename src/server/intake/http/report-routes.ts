/** POST /reports, POST /heartbeat and POST /equipment/…: what devices say, with their keys. */
import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import { lineContentType } from '../../../contract/reports.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, DeviceCaller } from '../../http/api-server.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { appErrorOf } from '../../http/problem-handler.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { sendAnswer, serveEndpoint, serveRaw } from '../../http/serve-endpoint.ts';
import { ingestBody } from './ingest-body.ts';
import type { DeviceAuthenticator } from '../device-keys/device-authenticator.ts';
import { ingestPosted } from '../equipment/ingest-posted.ts';
import type { Equipment } from '../equipment/equipment.ts';
import { type Admit, createBackpressure, isNdjson } from '../limits/backpressure.ts';
import { createLineConnections } from '../ndjson/line-connections.ts';
import { parseHeartbeat, parseReport } from '../parse-report.ts';
import { createTokenBuckets } from '../limits/token-bucket.ts';
import { createIngestItems, type IngestItems, type ReceiveReports } from '../ingest-items.ts';

export interface ReportRoutesOptions {
  readonly database: Database;
  readonly receive: ReceiveReports;
  /** So much is waiting to be stored that nothing more is to be read. */
  readonly isOverloaded: () => boolean;
  readonly authenticator: DeviceAuthenticator;
  readonly equipment: Equipment;
  readonly metrics: Metrics;
}

export interface ReportRoutes {
  /** Ends the connections that report line by line; resolves when what they are taking is answered. */
  endAll(): Promise<void>;
}

/** Each item is parsed by itself, so the body as a whole may be anything. */
const sendReports = { ...endpoints.sendReports, body: z.unknown() };
const sendHeartbeat = { ...endpoints.sendHeartbeat, body: z.unknown() };

export function registerReportRoutes(api: ApiServer, options: ReportRoutesOptions): ReportRoutes {
  const { database, receive, isOverloaded, authenticator, equipment, metrics } = options;
  const limits = createTokenBuckets();
  const gate = createBackpressure({ limits, isOverloaded });
  const take = takeBy('http');
  const lines = createLineConnections({ take: takeBy('ndjson'), authenticator, limits, isOverloaded, metrics });
  let isClosing = false;

  function takeBy(way: 'http' | 'ndjson'): IngestItems {
    const onResult = metrics.countReport.bind(undefined, way);
    return createIngestItems({ database, receive, onResult });
  }

  const admit: Admit = (caller, request, reply) => {
    if (isClosing) throw retryLater('unavailable', 'This server is stopping.', 1);
    gate(caller, request, reply);
  };

  function counted(caller: DeviceCaller): IngestItems {
    return (items, ...rest) => {
      limits.consume(caller, items.length);
      return take(items, ...rest);
    };
  }

  api.fastify.register(async (ofDevices) => {
    ofDevices.addHook('onError', async (_request, _reply, error) => metrics.countProblem(appErrorOf(error).code));
    const devices = { ...api, fastify: ofDevices };
    // In a scope of its own: nobody else takes such a body.
    ofDevices.register(async (fastify) => {
      fastify.addContentTypeParser(lineContentType, (_request, _payload, done) => done(null, undefined));
      serveRaw(
        { ...api, fastify },
        sendReports,
        async ({ body, caller, request }, reply) => {
          if (isNdjson(request.headers['content-type'])) return lines.open(caller, request, reply);
          const list = { body, parse: parseReport, take: counted(caller), caller, log: request.log } as const;
          return sendAnswer(sendReports, reply, await ingestBody({ ...list, word: 'report' }));
        },
        { admit, takesLongBody: isNdjson },
      );
    });
    serveEndpoint(
      devices,
      sendHeartbeat,
      ({ body, caller, request }) =>
        ingestBody({ body, parse: parseHeartbeat, take: counted(caller), caller, log: request.log, word: 'heartbeat' }),
      { admit },
    );
    serveEndpoint(
      devices,
      endpoints.sendToConnection,
      ({ body, params: { connection }, caller, request }) =>
        ingestPosted({ database, equipment, connection, body, take: counted(caller), caller, log: request.log }),
      { admit },
    );
  });

  return {
    endAll: async () => {
      isClosing = true;
      await lines.endAll();
    },
  };
}
