/** Calls about the alerts of one room as a whole: its pause, and drills. */
import { endpoints } from '../../contract/endpoints.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { shownPauseOf, type ShownPause } from '../../domain/alerts/shown-alert.ts';
import type { ApiServer, UserCaller } from '../http/api-server.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import { requireFound } from '../http/require-found.ts';
import { type EndpointCall, serveEndpoint } from '../http/serve-endpoint.ts';
import type { ChangingStream } from '../intake/reports/changing-stream.ts';
import { type AlertChange, beginPause, endPause, startDrill } from '../intake/reports/stream-alerts.ts';
import { requireManaged } from '../rights/manager.ts';
import { auditEntryOfRoom, findRoom, type NamedRoom } from '../audit/named-room.ts';
import { type AlertCallOptions, changeAlerts, alertUserOf } from './change-alerts.ts';

const defaultPauseMinutes = 15;

export function registerRoomAlertRoutes(api: ApiServer, options: AlertCallOptions): void {
  const { database, now } = options;

  async function findVisible({ user }: UserCaller, id: string): Promise<NamedRoom> {
    return requireFound(await findRoom(database.query, user.scopes, id.toLowerCase()));
  }

  async function changePause(
    { caller, request, params }: PauseCall,
    action: 'room.pause' | 'room.resume',
    change: (stream: ChangingStream) => AlertChange,
  ): Promise<{ pause: ShownPause | null }> {
    const room = await findVisible(caller, params.id);
    return changeAlerts(options, room.uuid, (stream) => {
      const changed = change(stream);
      const pause = changed.hold.pause === null ? null : shownPauseOf(changed.hold.pause);
      const source = { actor: actorOfUser(caller, request), at: now() };
      const audit = auditEntryOfRoom(source, room, { action, after: { until: pause?.until } });
      return { result: { pause }, change: changed, audit };
    });
  }

  serveEndpoint(api, endpoints.pauseRoom, (call) =>
    changePause(call, 'room.pause', ({ hold }) =>
      beginPause(hold, call.body.minutes ?? defaultPauseMinutes, alertUserOf(call.caller), now()),
    ),
  );
  serveEndpoint(api, endpoints.resumeRoom, (call) =>
    changePause(call, 'room.resume', (stream) =>
      stream.hold.pause === null
        ? { transitions: [], hold: stream.hold }
        : endPause(stream, stream.state, alertUserOf(call.caller), now()),
    ),
  );
  serveEndpoint(api, endpoints.startDrill, async ({ params, body, caller, request }) => {
    await requireManaged(database.query, caller, 'stream', params.id.toLowerCase());
    const room = await findVisible(caller, params.id);
    const status = body.status ?? fall;
    const after = { status: statusOfCode(status).name };
    const source = { actor: actorOfUser(caller, request), at: now() };
    return changeAlerts(options, room.uuid, (stream) => ({
      result: null,
      change: startDrill(stream, status, alertUserOf(caller), now()),
      audit: auditEntryOfRoom(source, room, { action: 'drill.start', after }),
    }));
  });
}

type PauseCall = Pick<EndpointCall<typeof endpoints.resumeRoom>, 'caller' | 'request' | 'params'>;

const fall = 1;
