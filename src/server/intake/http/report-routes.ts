/** The routes for devices: POST /reports, POST /heartbeat and POST /equipment/{connection}. */
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import { lineContentType, type ReportAnswer } from '../../../contract/reports.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { toAppError } from '../../http/problem-handler.ts';
import { sendJsonText, serveRaw } from '../../http/serve-endpoint.ts';
import type { IntakeChannel, Metrics } from '../../shared/metrics.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { createTimeSlices, type RunInSlice } from '../../shared/time-slices.ts';
import type { RecordBattery } from '../battery/battery-record.ts';
import type { DeviceAuthenticator } from '../device-keys/device-authenticator.ts';
import type { Equipment } from '../equipment/equipment.ts';
import { ingestPosted, type PostedMessage } from '../equipment/ingest-posted.ts';
import { offerPosted, type TopicListeners } from '../equipment/manage/topic-listeners.ts';
import { createIngestItems, type IngestItems, type ReceiveReports } from '../ingest-items.ts';
import { type Admit, createBackpressure, isNdjson } from '../limits/backpressure.ts';
import { createTokenBuckets } from '../limits/token-bucket.ts';
import { createLineConnections, type LineConnections } from '../ndjson/line-connections.ts';
import { parseHeartbeat, parseReport } from '../parse-report.ts';
import type { RecordUnknownRoom } from '../rooms/unknown-rooms.ts';
import { createRoomLookup, type LookUpRooms } from '../rooms/room-lookup.ts';
import { ingestBody } from './ingest-body.ts';

export interface ReportRoutesOptions {
  readonly database: Database;
  readonly receive: ReceiveReports;
  /** Too many reports are waiting to be stored. */
  readonly isOverloaded: () => boolean;
  readonly authenticator: DeviceAuthenticator;
  readonly equipment: Equipment;
  readonly metrics: Metrics;
  readonly onUnknownRoom: RecordUnknownRoom;
  readonly onMeasured: RecordBattery;
  /** Whoever looks at the messages of a connection. */
  readonly listeners: TopicListeners;
}

/** How long an overloaded server waits before it checks again whether it may read from an NDJSON connection. */
const overloadPauseMs = 50;

/** Every item of a body is validated separately, so the schema accepts any body. */
const sendReports = { ...endpoints.sendReports, body: z.unknown() };
const sendHeartbeat = { ...endpoints.sendHeartbeat, body: z.unknown() };

interface RouteContext extends ReportRoutesOptions {
  readonly ingest: IngestItems;
  readonly lookUpRooms: LookUpRooms;
  readonly runInSlice: RunInSlice;
  readonly admit: Admit;
  readonly connections: LineConnections;
}

export function registerReportRoutes(api: ApiServer, options: ReportRoutesOptions) {
  const { database, receive, isOverloaded, authenticator, metrics, onUnknownRoom, onMeasured } = options;
  const buckets = createTokenBuckets();
  const lookUpRooms = createRoomLookup(database);
  const runInSlice = createTimeSlices();
  const applyBackpressure = createBackpressure({ buckets, isOverloaded });
  const connections = createLineConnections({
    ingest: createIngest('ndjson'),
    runInSlice,
    authenticator,
    waitMs: (caller) => (isOverloaded() ? overloadPauseMs : buckets.waitMs(caller)),
    metrics,
  });
  let isClosing = false;

  function createIngest(way: IntakeChannel): IngestItems {
    const ingest = createIngestItems({
      database,
      lookUpRooms,
      receive,
      onResult: metrics.countReport.bind(undefined, way),
      onUnknownRoom: (item, caller) => onUnknownRoom(item, caller, way),
      onMeasured,
    });
    return (items, caller, log) => {
      buckets.consume(caller, items.length);
      return ingest(items, caller, log);
    };
  }

  const admit: Admit = (caller, request, reply) => {
    if (isClosing) throw retryLater('unavailable', 'This server is stopping.', 1);
    applyBackpressure(caller, request, reply);
  };

  const context = { ...options, ingest: createIngest('http'), lookUpRooms, runInSlice, admit, connections };
  api.fastify.register(async (fastify) => {
    fastify.addHook('onError', async (_request, _reply, error) => metrics.countProblem(toAppError(error).code));
    serveReports({ ...api, fastify }, context);
    serveHeartbeatsAndEquipment({ ...api, fastify }, context);
  });

  return {
    /** Ends the NDJSON connections. Resolves when the reports in progress are answered. */
    endAll: async (): Promise<void> => {
      isClosing = true;
      await connections.endAll();
    },
  };
}

/** Registered in a scope of its own, so that no other route accepts an NDJSON body. */
function serveReports(api: ApiServer, { ingest, admit, connections, runInSlice }: RouteContext): void {
  api.fastify.register(async (fastify) => {
    fastify.addContentTypeParser(lineContentType, (_request, _payload, done) => done(null, undefined));
    serveRaw(
      { ...api, fastify },
      sendReports,
      async ({ body, caller, request }, reply) => {
        if (isNdjson(request.headers['content-type'])) return connections.open(caller, request, reply);
        const { log } = request;
        return sendAnswer(
          reply,
          await ingestBody({ body, parse: parseReport, ingest, caller, log, runInSlice, itemName: 'report' }),
        );
      },
      { admit, isBodyStreamed: isNdjson },
    );
  });
}

function serveHeartbeatsAndEquipment(api: ApiServer, context: RouteContext): void {
  const { lookUpRooms, runInSlice, equipment, ingest, admit, metrics, listeners, onUnknownRoom } = context;
  const onDropped = (reason: string) => metrics.countReport('http', 'dropped', reason);
  serveRaw(
    api,
    sendHeartbeat,
    async ({ body, caller, request: { log } }, reply) =>
      sendAnswer(
        reply,
        await ingestBody({ body, parse: parseHeartbeat, ingest, caller, log, runInSlice, itemName: 'heartbeat' }),
      ),
    { admit },
  );
  serveRaw(
    api,
    endpoints.sendToConnection,
    async ({ body, params, caller, request: { log } }, reply) => {
      const connection = equipment.findByName(params.connection);
      if (connection !== undefined) {
        equipment.received(connection.name);
        offerPosted(listeners, connection, body);
      }
      const onUnknown: PostedMessage['onUnknown'] = (sighting) => onUnknownRoom(sighting, caller, 'http');
      const posted = { lookUpRooms, connection, body, onDropped, onUnknown, ingest, caller, log };
      return sendAnswer(reply, await ingestPosted(posted));
    },
    { admit },
  );
}

/** Sends an answer without checking it against the contract, because that costs more than parsing the reports. */
function sendAnswer(reply: FastifyReply, answer: z.infer<typeof ReportAnswer>): FastifyReply {
  return sendJsonText(reply, JSON.stringify(answer));
}
