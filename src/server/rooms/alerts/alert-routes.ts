/** GET /alerts, and the calls with which staff answer an alert. */
import { randomUUID } from 'node:crypto';
import { endpoints } from '../../../contract/endpoints.ts';
import { type AlertAction, answerAlert, applyAction } from '../../../domain/alerts/alert-actions.ts';
import { alertsAfterAnswer } from '../../../domain/alerts/alerts-after-answer.ts';
import { shownAlertOf } from '../../../domain/alerts/shown-alert.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ChangingStream } from '../reports/changing-stream.ts';
import { isWardOrLocationVisible } from '../stream-queries.ts';
import { findAlert, listAlerts, type ListedAlert } from './alert-queries.ts';
import { type AlertCallOptions, changeAlerts, userOf } from './change-alerts.ts';

export function registerAlertRoutes(api: ApiServer, options: AlertCallOptions): void {
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
  const answered = alert === undefined ? 'refused' : answerAlert(alert, stream.alerts, action, by, now);
  if (typeof answered === 'string') return { result: answered };
  return { result: 'done', change: alertsAfterAnswer(answered, stream.hold, now, randomUUID) };
}

const tooLate = 'Somebody has answered the alert in the meantime. `alert` is its present state.';
