/** Calls about the alerts of one room as a whole: its pause, and drills. */
import { endpoints } from '../../../contract/endpoints.ts';
import { pauseFor } from '../../../domain/alerts/alert-hold.ts';
import { shownPauseOf, type ShownPause } from '../../../domain/alerts/shown-alert.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ChangingStream } from '../reports/changing-stream.ts';
import { type AlertChange, endPause, startDrill } from '../reports/stream-alerts.ts';
import { isStreamVisible } from '../stream-queries.ts';
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
    changePause(caller, params.id, ({ hold }) => ({
      transitions: [],
      hold: pauseFor(hold, body.minutes ?? defaultPauseMinutes, userOf(caller), now()),
    })),
  );
  serveEndpoint(api, endpoints.resumeRoom, ({ params, caller }) =>
    changePause(caller, params.id, (stream) =>
      stream.hold.pause === null ? { transitions: [], hold: stream.hold } : endPause(stream, stream.state, now()),
    ),
  );
  serveEndpoint(api, endpoints.startDrill, async ({ params, body, caller }) => {
    const uuid = await findVisible(caller, params.id);
    if (!caller.user.roles.some((role) => role === 'manager' || role === 'administrator')) {
      throw new AppError('forbidden', { detail: 'Managers and administrators start drills.' });
    }
    return changeAlerts(options, uuid, (stream) => ({
      result: null,
      change: startDrill(stream, body.status ?? fall, userOf(caller), now()),
    }));
  });
}

const fall = 1;
