/** GET /alerts, and the calls with which staff answer an alert. */
import { endpoints } from '../../../contract/endpoints.ts';
import type { Alert, AlertUser } from '../../../domain/alerts/alert.ts';
import { type AlertAction, applyAction, isResolutionOf } from '../../../domain/alerts/alert-actions.ts';
import { answerAsSeen, type SeenAlerts } from '../../../domain/alerts/seen-alerts.ts';
import { shownAlertOf } from '../../../domain/alerts/shown-alert.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ChangingStream } from '../reports/changing-stream.ts';
import { answerChange } from '../reports/stream-alerts.ts';
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

  async function act(caller: UserCaller, id: string, { action, seen }: Answer): Promise<ListedAlert> {
    const uuid = id.toLowerCase();
    const found = await findVisible(caller, uuid);
    requireResolution(found.alert, action);
    const answer = { action, seen: seenAlertsOf(seen, uuid), by: userOf(caller), now: now() };
    const result = await changeAlerts(options, found.listed.streamUUID, (stream) => applyTo(stream, uuid, answer));
    const { alert, listed } = await findVisible(caller, uuid);
    // A resolved alert never changes. A call that was sent again, because its answer was lost, has resolved it before.
    const isRepeated = alert.state === 'resolved' && applyAction(alert, action, answer.by, answer.now) === 'unchanged';
    if (result !== 'refused' || isRepeated) return listed;
    throw new AppError('conflict', { detail: tooLate, members: { alert: listed } });
  }

  serveEndpoint(api, endpoints.acknowledgeAlert, ({ params, body, caller }) =>
    act(caller, params.id, { action: { kind: 'acknowledge' }, seen: body?.seen }),
  );
  serveEndpoint(api, endpoints.withdrawAlert, ({ params, caller }) =>
    act(caller, params.id, { action: { kind: 'withdraw' } }),
  );
  serveEndpoint(api, endpoints.attendAlert, ({ params, body, caller }) =>
    act(caller, params.id, { action: { kind: 'attend' }, seen: body?.seen }),
  );
  serveEndpoint(api, endpoints.resolveAlert, ({ params, body, caller }) => {
    const { seen, resolution, note, attended } = body;
    return act(caller, params.id, { action: { kind: 'resolve', resolution, note: note ?? null, attended }, seen });
  });
}

interface Answer {
  readonly action: AlertAction;
  /** What the caller says that he saw. */
  readonly seen?: Readonly<Record<string, number>> | undefined;
}

/** A caller who does not say what he saw has seen the alert as it was opened. Others learn by 409 that it is raised again. */
function seenAlertsOf(seen: Answer['seen'], uuid: string): SeenAlerts {
  return new Map(Object.entries(seen ?? { [uuid]: 0 }).map(([key, count]) => [key.toLowerCase(), count]));
}

function requireResolution(alert: Alert, action: AlertAction): void {
  if (action.kind !== 'resolve' || isResolutionOf(alert, action.resolution, action.attended)) return;
  throw new AppError('invalid-request', { errors: [{ field: 'resolution', reason: wrongResolution }] });
}

interface GivenAnswer {
  readonly action: AlertAction;
  readonly seen: SeenAlerts;
  readonly by: AlertUser;
  readonly now: number;
}

/** An alert that is not open any more was resolved, so it is too late. */
function applyTo(stream: ChangingStream, uuid: string, { action, seen, by, now }: GivenAnswer) {
  const { alerts: open } = stream;
  const alert = open.find((one) => one.uuid === uuid);
  const answered = alert === undefined ? 'refused' : answerAsSeen({ alert, open, seen }, action, by, now);
  if (typeof answered === 'string') return { result: answered };
  return { result: 'done', change: answerChange(stream, answered, now) };
}

const tooLate =
  'Somebody has answered the alert in the meantime, or it was raised again after `seen`. `alert` is its present state.';

const wrongResolution =
  'must fit the alert: test is for drills, repaired for the fault of a sensor, sensor-faulty for an alert with somebody in the room';
