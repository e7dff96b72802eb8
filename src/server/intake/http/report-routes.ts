/**
 * The routes for devices: POST /reports, POST /heartbeat and POST /equipment/{connection}. A device is authenticated
 * and admitted before the body of its request is read. Then the items of the body are parsed and stored, and the
 * response is sent.
 */
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { intakeEndpoints } from '../../../contract/intake/intake-endpoints.ts';
import { ndjsonContentType, type ReportResponse } from '../../../contract/intake/reports.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { toAppError } from '../../http/problem-handler.ts';
import { sendJsonText, serveRaw } from '../../http/serve-endpoint.ts';
import type { ReportReceiver } from '../reports/receive-reports.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { createTimeSlices } from '../../shared/time-slices.ts';
import type { DeviceAuthenticator } from '../../devices/keys/device-authenticator.ts';
import type { Equipment } from '../../equipment/equipment.ts';
import { ingestPostedMessage } from './ingest-posted.ts';
import { offerPostedMessage, type TopicListeners } from '../../equipment/manage/topic-listeners.ts';
import type { Intake } from '../intake.ts';
import { type Backpressure, createBackpressure, isNdjson } from '../limits/backpressure.ts';
import { createLineConnections } from '../ndjson/line-connections.ts';
import type { UnknownRoomCollector } from '../../devices/rooms/unknown-rooms.ts';
import { forwardRequest } from './forward-request.ts';
import { ingestBody } from './ingest-body.ts';

export interface ReportRoutesPorts {
  readonly intake: Intake;
  readonly receiver: Pick<ReportReceiver, 'isOverloaded'>;
  readonly devices: DeviceAuthenticator;
  readonly equipment: Equipment;
  readonly unknownRooms: Pick<UnknownRoomCollector, 'record'>;
  /** The administrators who watch the messages of a connection. */
  readonly listeners: TopicListeners;
  readonly metrics: Metrics;
}

/** Every item of a body is validated separately, so the schema accepts any body. */
const sendReports = { ...intakeEndpoints.sendReports, body: z.unknown() };
const sendHeartbeat = { ...intakeEndpoints.sendHeartbeat, body: z.unknown() };

export function registerReportRoutes(api: ApiServer, ports: ReportRoutesPorts) {
  const { intake, receiver, devices, equipment, unknownRooms, listeners, metrics } = ports;
  const backpressure = createBackpressure(receiver);
  const admit = createAdmission(backpressure);
  const http = { intake, backpressure, runInSlice: createTimeSlices() };
  const connections = createLineConnections({ http, backpressure, devices, metrics });

  api.fastify.register(async (fastify) => {
    fastify.addHook('onError', async (_request, _reply, error) => metrics.countProblem(toAppError(error).code));
    const own = { ...api, fastify };
    // This route is registered in its own plugin, so that no other route accepts an NDJSON body.
    fastify.register(async (lines) => {
      lines.addContentTypeParser(ndjsonContentType, (_request, _payload, done) => done(null, undefined));
      serveRaw(
        { ...api, fastify: lines },
        sendReports,
        async (call, reply) =>
          isNdjson(call.request.headers['content-type'])
            ? connections.open(call.caller, call.request, reply)
            : sendResult(reply, await ingestBody(http, call, 'report')),
        { admit, isBodyStreamed: isNdjson },
      );
    });
    serveRaw(own, sendHeartbeat, async (call, reply) => sendResult(reply, await ingestBody(http, call, 'heartbeat')), {
      admit,
    });
    serveRaw(
      own,
      intakeEndpoints.sendToConnection,
      async (call, reply) => {
        const connection = equipment.findByName(call.params.connection);
        if (connection !== undefined) {
          equipment.received(connection.name);
          offerPostedMessage(listeners, connection, call.body);
        }
        return sendResult(reply, await ingestPostedMessage({ http, unknownRooms, metrics }, call, connection));
      },
      { admit },
    );
  });

  return {
    /** Ends the NDJSON connections. Resolves when the results of the reports in progress are written. */
    endAll: async (): Promise<void> => {
      backpressure.close();
      await connections.endAll();
    },
  };
}

/** Admits calls. Those of a client that has moved to another cell are forwarded. */
function createAdmission({ admit }: Backpressure): Backpressure['admit'] {
  return (caller, request, reply) => {
    admit(caller, request, reply);
    if (caller.movedTo !== undefined) forwardRequest(request, reply, caller.movedTo);
  };
}

/** Sends a response without checking it against the contract, because the check costs more than parsing the reports. */
function sendResult(reply: FastifyReply, answer: z.infer<typeof ReportResponse>): FastifyReply {
  return sendJsonText(reply, JSON.stringify(answer));
}
