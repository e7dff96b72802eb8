/** GET /streams/{id}/history, as JSON and as CSV, /streams/{id}/nights, and /wards/{id}/history. */
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
import { writeHistoryCsv } from './history-csv.ts';
import { loadRoomNights } from './nights/room-nights.ts';
import { loadRoomHistory, loadWardHistory } from './room-history.ts';
import { readShiftStart } from './ward-shift.ts';

interface HistoryRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly views: Pick<ViewRecorder, 'recordRoom' | 'recordWards'>;
  readonly now: () => number;
}

type HistoryCall = Pick<
  EndpointCall<typeof roomHistoryEndpoints.getRoomHistory>,
  'caller' | 'request' | 'params' | 'query'
>;

const hourMs = 3_600_000;

export function registerHistoryRoutes(api: ApiServer, { database, views, now }: HistoryRoutesOptions): void {
  const { query: db } = database;

  async function loadHistory({ caller, request, params, query }: HistoryCall) {
    const span = timeSpanOf(query, now(), maxHistoryDays * 24);
    const room = requireFound(await findRoom(db, caller.user.scopes, params.id.toLowerCase()));
    const history = await loadRoomHistory(db, { ...span, room, now: now() });
    views.recordRoom(caller, request, room);
    return history;
  }

  serveEndpoint(api, roomHistoryEndpoints.getRoomHistory, loadHistory);

  serveEndpoint(api, roomNightsEndpoints.getRoomNights, async ({ caller, request, params }) => {
    const room = requireFound(await findRoom(db, caller.user.scopes, params.id.toLowerCase()));
    const nights = await loadRoomNights(db, room, now());
    views.recordRoom(caller, request, room);
    return nights;
  });

  serveEndpoint(api, roomHistoryEndpoints.getWardHistory, async ({ caller, request, params, query }) => {
    const wardUUID = params.id.toLowerCase();
    requireFound((await isWardVisible(db, caller.user.scopes, wardUUID)) || undefined);
    const to = query.to === undefined ? now() : Math.min(Date.parse(query.to), now());
    const shiftStart = query.from === undefined ? await readShiftStart(db, wardUUID, to) : undefined;
    const span = timeSpanOf(query, now(), maxWardHistoryHours, shiftStart);
    const history = await loadWardHistory(db, { ...span, wardUUID, now: now() });
    views.recordWards(caller, request, [wardUUID]);
    return history;
  });

  serveRaw(
    api,
    roomHistoryEndpoints.exportRoomHistory,
    async (call, reply) => {
      const history = await loadHistory(call);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="room-status-history.csv"')
        .send(writeHistoryCsv(history));
    },
    { head: false },
  );
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
