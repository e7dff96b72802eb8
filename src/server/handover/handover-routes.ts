/** The handover of a shift: GET /wards/{id}/handover, and the calls that add notes and read marks. */
import { handoverEndpoints } from '../../contract/handover/handover.ts';
import { handoverShiftAt } from '../../domain/handover/handover-shift.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { shiftAt } from '../../domain/local-time/shifts.ts';
import { alertUserOf } from '../alerts/change-alerts.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import { auditEntryOfRoom, findRoom } from '../audit/named-room.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { ViewRecorder } from '../audit/views.ts';
import { isWardVisible } from '../board/stream-queries.ts';
import type { Database } from '../database/database.ts';
import type { RunReadTask } from '../database/read-task.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint, serveText } from '../http/serve-endpoint.ts';
import { readWardTime } from '../rules/ward-time.ts';
import { invalidField } from '../shared/invalid-field.ts';
import { readHandover } from './handover-tasks.ts';
import { noteOf, noteOnWire, storeNote } from './notes.ts';
import { storeReading } from './readings.ts';

interface HandoverRoutesOptions {
  readonly database: Pick<Database, 'query'>;
  readonly runReadTask: RunReadTask;
  readonly views: Pick<ViewRecorder, 'recordWards'>;
  readonly now: () => number;
}

/** Notes and read marks are about recent shifts. */
const maxShiftAgeMs = 31 * 86_400_000;

export function registerHandoverRoutes(api: ApiServer, options: HandoverRoutesOptions): void {
  const { database, runReadTask, views, now } = options;
  const { query: db } = database;

  /** The start of the shift that contains an instant. The page may have read it before the shifts were changed. */
  async function requireShiftStart(wardUUID: string, text: string): Promise<number> {
    const instant = Date.parse(text);
    if (instant > now() || instant < now() - maxShiftAgeMs) {
      throw invalidField('shiftFrom', 'must be in a shift of the last 31 days');
    }
    const { clock, shifts } = await readWardTime(db, [wardUUID]);
    return shiftAt(clock, shifts, instant).from;
  }

  serveText(api, handoverEndpoints.getHandover, async ({ caller, request, params, query }) => {
    const wardUUID = params.id.toLowerCase();
    requireFound((await isWardVisible(db, caller.user.scopes, wardUUID)) || undefined);
    const { clock, ...time } = await readWardTime(db, [wardUUID]);
    const { shifts } = time;
    const at = query.at === undefined ? undefined : Date.parse(query.at);
    if (at !== undefined && at > now()) throw invalidField('at', 'must be in the past');
    const shift = at === undefined ? handoverShiftAt(clock, shifts, now()) : shiftAt(clock, shifts, at);
    const handover = await runReadTask(readHandover, { ...time, wardUUID, shift, now: now() });
    views.recordWards(caller, request, [wardUUID]);
    return handover;
  });

  serveEndpoint(api, handoverEndpoints.markHandoverRead, async ({ caller, request, params, body }) => {
    const wardUUID = params.id.toLowerCase();
    requireFound((await isWardVisible(db, caller.user.scopes, wardUUID)) || undefined);
    const shiftFrom = await requireShiftStart(wardUUID, body.shiftFrom);
    const [by, at] = [alertUserOf(caller), now()];
    await db.transaction().execute((query) => storeReading(query, { wardUUID, shiftFrom, at, by }));
    views.recordWards(caller, request, [wardUUID]);
    return { at: toIsoTime(at), by };
  });

  serveEndpoint(api, handoverEndpoints.addRoomNote, async ({ caller, request, params, body }) => {
    const room = requireFound(await findRoom(db, caller.user.scopes, params.id.toLowerCase()));
    const { wardUUID } = await db
      .selectFrom('stream')
      .select('ward_uuid as wardUUID')
      .where('uuid', '=', room.uuid)
      .executeTakeFirstOrThrow();
    const shiftFrom = await requireShiftStart(wardUUID, body.shiftFrom);
    const source = { actor: actorOfUser(caller, request), at: now() };
    const note = noteOf({ ...body, streamUUID: room.uuid, shiftFrom, at: source.at, by: alertUserOf(caller) });
    const stored = await db.transaction().execute(async (query) => {
      const { isNew, ...row } = await storeNote(query, note);
      if (isNew) await recordAudit(query, auditEntryOfRoom(source, room, { action: 'room.note' }));
      return row;
    });
    return noteOnWire(stored);
  });
}
