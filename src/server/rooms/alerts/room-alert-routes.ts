/** Calls about the alerts of one room as a whole: its pause, and drills. */
import { endpoints } from '../../../contract/endpoints.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { shownPauseOf, type ShownPause } from '../../../domain/alerts/shown-alert.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { userActor } from '../../audit/audit-actors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import type { ChangingStream } from '../reports/changing-stream.ts';
import { type AlertChange, beginPause, endPause, startDrill } from '../reports/stream-alerts.ts';
import { requireManaged } from '../../rights/manager.ts';
import { isStreamVisible, readStreamName } from '../stream-queries.ts';
import { type AlertCallOptions, changeAlerts, userOf } from './change-alerts.ts';

const defaultPauseMinutes = 15;

export function registerRoomAlertRoutes(api: ApiServer, options: AlertCallOptions): void {
  const { database, now } = options;

  async function findVisible({ user }: UserCaller, id: string): Promise<string> {
    const uuid = id.toLowerCase();
    requireFound((await isStreamVisible(database.query, user.scopes, uuid)) || undefined);
    return uuid;
  }

  async function changePause(
    caller: UserCaller,
    id: string,
    change: (stream: ChangingStream) => AlertChange,
  ): Promise<{ pause: ShownPause | null }> {
    return changeAlerts(options, await findVisible(caller, id), (stream) => {
      const changed = change(stream);
      const { pause } = changed.hold;
      return { result: { pause: pause === null ? null : shownPauseOf(pause) }, change: changed };
    });
  }

  serveEndpoint(api, endpoints.pauseRoom, ({ params, body, caller }) =>
    changePause(caller, params.id, ({ hold }) =>
      beginPause(hold, body.minutes ?? defaultPauseMinutes, userOf(caller), now()),
    ),
  );
  serveEndpoint(api, endpoints.resumeRoom, ({ params, caller }) =>
    changePause(caller, params.id, (stream) =>
      stream.hold.pause === null
        ? { transitions: [], hold: stream.hold }
        : endPause(stream, stream.state, userOf(caller), now()),
    ),
  );
  serveEndpoint(api, endpoints.startDrill, async ({ params, body, caller, request }) => {
    const uuid = params.id.toLowerCase();
    const { clientUUID } = await requireManaged(database.query, caller, 'stream', uuid);
    const status = body.status ?? fall;
    // Recorded first, because the alert is stored by statements of its own.
    await recordAudit(database.query, {
      actor: userActor(caller, request),
      at: now(),
      action: 'drill.start',
      object: { kind: 'room', id: uuid, name: await readStreamName(database.query, uuid) },
      clientUUID,
      after: { status: statusOfCode(status).name },
    });
    return changeAlerts(options, uuid, (stream) => ({
      result: null,
      change: startDrill(stream, status, userOf(caller), now()),
    }));
  });
}

const fall = 1;
