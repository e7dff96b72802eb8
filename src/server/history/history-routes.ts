/** GET /streams/{id}/history, /streams/{id}/nights and /wards/{id}/history, each as JSON and as CSV. */
import type { FastifyReply } from 'fastify';
import { maxHistoryDays, maxWardHistoryHours, roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import { roomNightsEndpoints } from '../../contract/history/room-nights.ts';
import type { ViewRecorder } from '../audit/views.ts';
import { findRoom } from '../audit/named-room.ts';
import { isWardVisible } from '../board/stream-queries.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { type EndpointCall, serveEndpoint, serveRaw } from '../http/serve-endpoint.ts';
import { invalidField } from '../shared/invalid-field.ts';
import { writeHistoryCsv, writeNightsCsv, writeWardHistoryCsv } from './history-csv.ts';
import { loadRoomNights } from './nights/room-nights.ts';
import { loadRoomHistory, loadWardHistory, maxCsvEntries } from './room-history.ts';
import { readShiftStart } from './ward-shift.ts';

interface HistoryRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly views: Pick<ViewRecorder, 'recordRoom' | 'recordWards'>;
  readonly now: () => number;
}

type RoomCall = Pick<EndpointCall<typeof roomNightsEndpoints.getRoomNights>, 'caller' | 'request' | 'params'>;
type HistoryCall = RoomCall & Pick<EndpointCall<typeof roomHistoryEndpoints.getRoomHistory>, 'query'>;

const hourMs = 3_600_000;

export function registerHistoryRoutes(api: ApiServer, options: HistoryRoutesOptions): void {
  const { loadRoom, loadNights, loadWard } = createLoaders(options);
  const { getRoomHistory, exportRoomHistory, getWardHistory, exportWardHistory } = roomHistoryEndpoints;
  serveEndpoint(api, getRoomHistory, (call) => loadRoom(call));
  serveEndpoint(api, roomNightsEndpoints.getRoomNights, loadNights);
  serveEndpoint(api, getWardHistory, loadWard);
  serveRaw(
    api,
    exportRoomHistory,
    async (call, reply) => sendCsv(reply, 'history', writeHistoryCsv(await loadRoom(call, maxCsvEntries))),
    { head: false },
  );
  serveRaw(
    api,
    exportWardHistory,
    async (call, reply) => sendCsv(reply, 'ward-history', writeWardHistoryCsv(await loadWard(call))),
    { head: false },
  );
  serveRaw(
    api,
    roomNightsEndpoints.exportRoomNights,
    async (call, reply) => sendCsv(reply, 'nights', writeNightsCsv(await loadNights(call))),
    { head: false },
  );
}

function sendCsv(reply: FastifyReply, name: string, csv: string) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="room-status-${name}.csv"`)
    .send(csv);
}

/** Each of them checks the right of the caller, and records the look in the audit log. */
function createLoaders({ database: { query: db }, views, now }: HistoryRoutesOptions) {
  const findSeen = async ({ caller, params }: RoomCall) =>
    requireFound(await findRoom(db, caller.user.scopes, params.id.toLowerCase()));
  return {
    loadRoom: async (call: HistoryCall, pageSize?: number) => {
      const span = timeSpanOf(call.query, now(), maxHistoryDays * 24);
      const room = await findSeen(call);
      const history = await loadRoomHistory(db, { ...span, room, now: now(), ...(pageSize && { pageSize }) });
      views.recordRoom(call.caller, call.request, room);
      return history;
    },
    loadNights: async (call: RoomCall) => {
      const room = await findSeen(call);
      const nights = await loadRoomNights(db, room, now());
      views.recordRoom(call.caller, call.request, room);
      return nights;
    },
    loadWard: async ({ caller, request, params, query }: HistoryCall) => {
      const wardUUID = params.id.toLowerCase();
      requireFound((await isWardVisible(db, caller.user.scopes, wardUUID)) || undefined);
      const to = query.to === undefined ? now() : Math.min(Date.parse(query.to), now());
      const shiftStart = query.from === undefined ? await readShiftStart(db, wardUUID, to) : undefined;
      const span = timeSpanOf(query, now(), maxWardHistoryHours, shiftStart);
      const history = await loadWardHistory(db, { ...span, wardUUID, now: now() });
      views.recordWards(caller, request, [wardUUID]);
      return history;
    },
  };
}

/**
 * The wanted time span in epoch milliseconds. `defaultFrom`: its beginning when the call has none. Throws AppError when
 * it ends before it begins, or is too long.
 */
function timeSpanOf(query: HistoryCall['query'], now: number, maxHours: number, defaultFrom?: number) {
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from = query.from === undefined ? (defaultFrom ?? to - 24 * hourMs) : Date.parse(query.from);
  if (from >= Math.min(to, now)) throw invalidField('from', 'must be before `to`, and in the past');
  if (to - from > maxHours * hourMs) throw invalidField('from', `must be at most ${maxHours} hours before \`to\``);
  return { from, to };
}
