/** GET /alerts, the calls with which staff answer an alert, and the pause of a room. */
import { endpoints } from '../../../contract/endpoints.ts';
import { type AlertAction, applyAction } from '../../../domain/alerts/alert-actions.ts';
import { pauseFor } from '../../../domain/alerts/alert-hold.ts';
import { shownAlertOf, shownPauseOf, type ShownPause } from '../../../domain/alerts/shown-alert.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ChangingStream } from '../reports/changing-stream.ts';
import { type AlertChange, endPause } from '../reports/stream-alerts.ts';
import { isStreamVisible, isWardOrLocationVisible } from '../stream-queries.ts';
import { findAlert, listAlerts, type ListedAlert } from './alert-queries.ts';
import { changeAlerts, type ChangeAlertsOptions } from './change-alerts.ts';

interface AlertRoutesOptions extends ChangeAlertsOptions {
  readonly now: () => number;
}

const defaultPauseMinutes = 15;

export function registerAlertRoutes(api: ApiServer, options: AlertRoutesOptions): void {
  const { database, now } = options;
  const { query: db } = database;

  serveEndpoint(api, endpoints.listAlerts, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    requireFound((await isWardOrLocationVisible(db, scopes, uuid)) || undefined);
    return { items: await listAlerts(db, scopes, uuid) };
  });

  async function findVisible({ user }: UserCaller, uuid: string) {
    const { alert, wardUUID } = requireFound(await findAlert(db, user.scopes, uuid));
    const { streamUUID } = alert;
    return { alert, listed: { ...requireFound(shownAlertOf(alert)), streamUUID, wardUUID } };
  }

  async function act(caller: UserCaller, id: string, action: AlertAction): Promise<ListedAlert> {
    const uuid = id.toLowerCase();
    const { streamUUID } = (await findVisible(caller, uuid)).listed;
    const by = userOf(caller);
    const result = await changeAlerts(options, streamUUID, (stream) => applyTo(stream, uuid, action, by, now()));
    const { alert, listed } = await findVisible(caller, uuid);
    // A resolved alert never changes. A call that was sent again, because its answer was lost, has resolved it before.
    const isRepeated = alert.state === 'resolved' && applyAction(alert, action, by, now()) === 'unchanged';
    if (result !== 'refused' || isRepeated) return listed;
    throw new AppError('conflict', { detail: tooLate, members: { alert: listed } });
  }

  serveEndpoint(api, endpoints.acknowledgeAlert, ({ params, caller }) =>
    act(caller, params.id, { kind: 'acknowledge' }),
  );
  serveEndpoint(api, endpoints.withdrawAlert, ({ params, caller }) => act(caller, params.id, { kind: 'withdraw' }));
  serveEndpoint(api, endpoints.attendAlert, ({ params, caller }) => act(caller, params.id, { kind: 'attend' }));
  serveEndpoint(api, endpoints.resolveAlert, ({ params, body, caller }) => {
    const { resolution, note } = body;
    return act(caller, params.id, { kind: 'resolve', resolution, note: note ?? null });
  });

  async function changePause(
    caller: UserCaller,
    id: string,
    change: (stream: ChangingStream) => AlertChange,
  ): Promise<{ pause: ShownPause | null }> {
    const streamUUID = id.toLowerCase();
    requireFound((await isStreamVisible(db, caller.user.scopes, streamUUID)) || undefined);
    return changeAlerts(options, streamUUID, (stream) => {
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
}

/** An alert that is not open any more was resolved, so it is too late. */
function applyTo(
  stream: ChangingStream,
  uuid: string,
  action: AlertAction,
  by: ReturnType<typeof userOf>,
  now: number,
) {
  const alert = stream.alerts.find((open) => open.uuid === uuid);
  const result = alert === undefined ? 'refused' : applyAction(alert, action, by, now);
  if (typeof result === 'string') return { result };
  return { result: 'done', change: { transitions: [result], hold: stream.hold } };
}

function userOf({ user: { subject, displayName } }: UserCaller) {
  return { kind: 'user', subject, displayName } as const;
}

const tooLate = 'Somebody has answered the alert in the meantime. `alert` is its present state.';
