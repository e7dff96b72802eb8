/** GET /alerts, and the calls with which staff answer an alert. */
import { endpoints } from '../../contract/endpoints.ts';
import type { Alert, AlertUser } from '../../domain/alerts/alert.ts';
import {
  type AlertAction,
  answerIfSeen,
  applyAlertAction,
  canResolveAs,
  type SeenAlerts,
} from '../../domain/alerts/alert-actions.ts';
import { shownAlertOf } from '../../domain/alerts/shown-alert.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import type { AuditSource } from '../audit/record-audit.ts';
import type { ViewRecorder } from '../audit/views.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { type EndpointCall, serveEndpoint } from '../http/serve-endpoint.ts';
import { AppError } from '../shared/app-error.ts';
import type { ChangingStream } from '../intake/reports/changing-stream.ts';
import { changeAlertsByAnswer } from '../intake/reports/stream-alerts.ts';
import { isWardOrLocationVisible } from '../board/stream-queries.ts';
import { auditEntryOfRoom, type NamedRoom } from '../audit/named-room.ts';
import { auditEventOfAnswer } from './audit-of-answer.ts';
import { findAlert, listAlerts, type ListedAlert } from './alert-queries.ts';
import { type AlertCallOptions, changeAlerts, type AlertDecision, alertUserOf } from './change-alerts.ts';

interface AlertRoutesOptions extends AlertCallOptions {
  readonly views: Pick<ViewRecorder, 'recordWards'>;
}

export function registerAlertRoutes(api: ApiServer, options: AlertRoutesOptions): void {
  const { database, now } = options;
  const { query: db } = database;

  serveEndpoint(api, endpoints.listAlerts, async ({ query, caller, request }) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    requireFound((await isWardOrLocationVisible(db, scopes, uuid)) || undefined);
    const items = await listAlerts(db, scopes, uuid);
    options.views.recordWards(caller, request, [uuid]);
    return { items };
  });

  /** Finds the alert among those that the user may see, applies the answer, and returns the alert after the change. */
  async function answerAlert({ caller, request, params }: AnswerCall, { action, seen }: Answer): Promise<ListedAlert> {
    const uuid = params.id.toLowerCase();
    const { scopes } = caller.user;
    const found = requireFound(await findAlert(db, scopes, uuid));
    requireFound(shownAlertOf(found.alert));
    requireResolution(found.alert, action);
    const by = alertUserOf(caller);
    const source = { actor: actorOfUser(caller, request), at: now() };
    const given = { action, seen: seenAlertsOf(seen, uuid), by, source, room: found.room };
    const { isRefused, alert } = await changeAlerts(options, found.alert.streamUUID, (stream) =>
      applyTo(stream, uuid, given),
    );
    // An alert that is not open was resolved: before this call, or by another user meanwhile.
    const newest = alert ?? requireFound(await findAlert(db, scopes, uuid)).alert;
    const listed = listedAlert(newest, found.wardUUID);
    // A resolved alert never changes. A call that was sent again after a lost response has resolved it before.
    const isRepeated = newest.state === 'resolved' && applyAlertAction(newest, action, by, source.at) === 'unchanged';
    if (!isRefused || isRepeated) return listed;
    throw new AppError('conflict', { detail: tooLate, members: { current: listed } });
  }

  serveEndpoint(api, endpoints.acknowledgeAlert, (call) =>
    answerAlert(call, { action: { kind: 'acknowledge' }, seen: call.body?.seen }),
  );
  serveEndpoint(api, endpoints.withdrawAlert, (call) => answerAlert(call, { action: { kind: 'withdraw' } }));
  serveEndpoint(api, endpoints.attendAlert, (call) =>
    answerAlert(call, { action: { kind: 'attend' }, seen: call.body?.seen }),
  );
  serveEndpoint(api, endpoints.resolveAlert, (call) => {
    const { seen, resolution, note, attended } = call.body;
    return answerAlert(call, { action: { kind: 'resolve', resolution, note: note ?? null, attended }, seen });
  });
}

type AnswerCall = Pick<EndpointCall<typeof endpoints.withdrawAlert>, 'caller' | 'request' | 'params'>;

interface Answer {
  readonly action: AlertAction;
  /** How often each alert had been raised again when the caller saw it, by uuid. */
  readonly seen?: Readonly<Record<string, number>> | undefined;
}

/** Without `seen` the caller counts as having seen the alert as it was opened. If it was raised again, 409 says so. */
function seenAlertsOf(seen: Answer['seen'], uuid: string): SeenAlerts {
  return new Map(Object.entries(seen ?? { [uuid]: 0 }).map(([key, count]) => [key.toLowerCase(), count]));
}

function requireResolution(alert: Alert, action: AlertAction): void {
  if (action.kind !== 'resolve' || canResolveAs(alert, action.resolution, action.attended)) return;
  throw new AppError('invalid-request', { errors: [{ field: 'resolution', reason: wrongResolutionReason }] });
}

interface GivenAnswer {
  readonly action: AlertAction;
  readonly seen: SeenAlerts;
  readonly by: AlertUser;
  readonly source: AuditSource;
  readonly room: NamedRoom;
}

/** Applies the answer. The result has the alert after the answer. Undefined: the alert was resolved before. */
function applyTo(
  stream: ChangingStream,
  uuid: string,
  { action, seen, by, source, room }: GivenAnswer,
): AlertDecision<{ readonly isRefused: boolean; readonly alert: Alert | undefined }> {
  const { alerts: open } = stream;
  const now = source.at;
  const alert = open.find((one) => one.uuid === uuid);
  const answered = alert === undefined ? 'refused' : answerIfSeen({ alert, open, seen }, action, by, now);
  if (typeof answered === 'string') return { result: { isRefused: answered === 'refused', alert } };
  const audit = auditEntryOfRoom(source, room, auditEventOfAnswer(action, answered));
  const change = changeAlertsByAnswer(stream, answered, now);
  const changed = change.transitions.findLast((transition) => transition.alert.uuid === uuid);
  return { result: { isRefused: false, alert: changed?.alert ?? alert }, change, audit };
}

function listedAlert(alert: Alert, wardUUID: string): ListedAlert {
  return { ...requireFound(shownAlertOf(alert)), streamUUID: alert.streamUUID, wardUUID };
}

const tooLate =
  'Somebody has answered the alert in the meantime, or it was raised again after `seen`. `current` is its present state.';

const wrongResolutionReason =
  'must fit the alert: test is for drills, repaired for the fault of a sensor, sensor-faulty for an alert with somebody in the room';
