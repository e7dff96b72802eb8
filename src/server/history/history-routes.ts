/** GET /streams/{id}/history, /streams/{id}/nights and /wards/{id}/history, each as JSON and as CSV. */
import { maxHistoryDays, maxWardHistoryHours, roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import { roomNightsEndpoints } from '../../contract/history/room-nights.ts';
import type { ViewRecorder } from '../audit/views.ts';
import { findRoom } from '../audit/named-room.ts';
import { isWardVisible } from '../board/stream-queries.ts';
import type { Database } from '../database/database.ts';
import type { RunReadTask } from '../database/read-task.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { sendCsv } from '../http/send-csv.ts';
import { type EndpointCall, serveRaw, serveText } from '../http/serve-endpoint.ts';
import { invalidField } from '../shared/invalid-field.ts';
import * as tasks from './history-tasks.ts';
import { readShiftStart } from './ward-shift.ts';

interface HistoryRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly runReadTask: RunReadTask;
  readonly views: Pick<ViewRecorder, 'recordRoom' | 'recordWards'>;
  readonly now: () => number;
}

type RoomCall = Pick<EndpointCall<typeof roomNightsEndpoints.getRoomNights>, 'caller' | 'request' | 'params'>;
type HistoryCall = RoomCall & Pick<EndpointCall<typeof roomHistoryEndpoints.getRoomHistory>, 'query'>;

const hourMs = 3_600_000;

export function registerHistoryRoutes(api: ApiServer, options: HistoryRoutesOptions): void {
  const { ofRoom, ofNights, ofWard } = createReaders(options);
  const { getRoomHistory, exportRoomHistory, getWardHistory, exportWardHistory } = roomHistoryEndpoints;
  const { getRoomNights, exportRoomNights } = roomNightsEndpoints;
  serveText(api, getRoomHistory, (call) => ofRoom(call, tasks.readRoomHistory));
  serveText(api, getRoomNights, (call) => ofNights(call, tasks.readRoomNights));
  serveText(api, getWardHistory, (call) => ofWard(call, tasks.readWardHistory));
  serveRaw(
    api,
    exportRoomHistory,
    async (call, reply) => sendCsv(reply, 'history', await ofRoom(call, tasks.exportRoomHistory)),
    { head: false },
  );
  serveRaw(
    api,
    exportWardHistory,
    async (call, reply) => sendCsv(reply, 'ward-history', await ofWard(call, tasks.exportWardHistory)),
    { head: false },
  );
  serveRaw(
    api,
    exportRoomNights,
    async (call, reply) => sendCsv(reply, 'nights', await ofNights(call, tasks.exportRoomNights)),
    { head: false },
  );
}

/** Each of them checks the right of the caller, runs the task, and records the look in the audit log. */
function createReaders({ database: { query: db }, runReadTask, views, now }: HistoryRoutesOptions) {
  const findSeen = async ({ caller, params }: RoomCall) =>
    requireFound(await findRoom(db, caller.user.scopes, params.id.toLowerCase()));
  return {
    ofRoom: async (call: HistoryCall, task: typeof tasks.readRoomHistory) => {
      const span = timeSpanOf(call.query, now(), maxHistoryDays * 24);
      const room = await findSeen(call);
      const text = await runReadTask(task, { ...span, room, now: now() });
      views.recordRoom(call.caller, call.request, room);
      return text;
    },
    ofNights: async (call: RoomCall, task: typeof tasks.readRoomNights) => {
      const room = await findSeen(call);
      const text = await runReadTask(task, { room, now: now() });
      views.recordRoom(call.caller, call.request, room);
      return text;
    },
    ofWard: async ({ caller, request, params, query }: HistoryCall, task: typeof tasks.readWardHistory) => {
      const wardUUID = params.id.toLowerCase();
      requireFound((await isWardVisible(db, caller.user.scopes, wardUUID)) || undefined);
      const to = query.to === undefined ? now() : Math.min(Date.parse(query.to), now());
      const shiftStart = query.from === undefined ? await readShiftStart(db, wardUUID, to) : undefined;
      const span = timeSpanOf(query, now(), maxWardHistoryHours, shiftStart);
      const text = await runReadTask(task, { ...span, wardUUID, now: now() });
      views.recordWards(caller, request, [wardUUID]);
      return text;
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
