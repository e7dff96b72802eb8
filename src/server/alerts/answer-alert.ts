/** Answers an alert for a user: of a request with an access token, or of the message to a phone. */
import type { Alert, AlertUser } from '../../domain/alerts/alert.ts';
import {
  type AlertAction,
  answerIfSeen,
  applyAlertAction,
  canResolveAs,
  type SeenAlerts,
} from '../../domain/alerts/alert-actions.ts';
import { shownAlertOf } from '../../domain/alerts/shown-alert.ts';
import { actorOfUser, type UserRequest } from '../audit/audit-actors.ts';
import { auditEntryOfRoom, type NamedRoom } from '../audit/named-room.ts';
import type { AuditSource } from '../audit/record-audit.ts';
import type { UserCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import type { ChangingStream } from '../intake/reports/changing-stream.ts';
import { changeAlertsByAnswer } from '../intake/reports/stream-alerts.ts';
import { AppError } from '../shared/app-error.ts';
import { auditEventOfAnswer } from './audit-of-answer.ts';
import { findAlert, type ListedAlert } from './alert-queries.ts';
import { type AlertCallOptions, changeAlerts, type AlertDecision, alertUserOf } from './change-alerts.ts';

interface AnsweringUser {
  readonly caller: Pick<UserCaller, 'user' | 'wallBoard'>;
  readonly request: UserRequest;
  /** The alert. */
  readonly uuid: string;
  /** The person for whom a wall board answers. Undefined: the caller answers. */
  readonly person?: AlertUser | undefined;
}

export interface Answer {
  readonly action: AlertAction;
  /** How often each alert had been raised again when the caller saw it, by uuid. */
  readonly seen?: Readonly<Record<string, number>> | undefined;
}

interface AnsweredAlert {
  /** Whether the state of the alert does not allow the answer. */
  readonly isRefused: boolean;
  /** The alert after the answer. */
  readonly alert: ListedAlert;
}

/** Throws AppError if the user may not see the alert, or the answer does not fit it. */
export type AnswerAlert = (who: AnsweringUser, answer: Answer) => Promise<AnsweredAlert>;

/** Creates the function that finds an alert among those that the user may see, and applies the answer. */
export function createAnswerAlert(options: AlertCallOptions): AnswerAlert {
  const { database, now } = options;
  return async ({ caller, request, uuid, person }, { action, seen }) => {
    const { query: db } = database;
    const { scopes } = caller.user;
    const found = requireFound(await findAlert(db, scopes, uuid));
    requireFound(shownAlertOf(found.alert));
    requireResolution(found.alert, action);
    const by = person ?? alertUserOf(caller);
    const source = { actor: actorOfUser(caller, request), at: now() };
    const given = { action, seen: seenAlertsOf(seen, uuid), by, person, source, room: found.room };
    const { isRefused, alert } = await changeAlerts(options, found.alert.streamUUID, (stream) =>
      applyTo(stream, uuid, given),
    );
    // An alert that is not open was resolved: before this call, or by another user meanwhile.
    const newest = alert ?? requireFound(await findAlert(db, scopes, uuid)).alert;
    // A resolved alert never changes. A call that was sent again after a lost response has resolved it before.
    const isRepeated = newest.state === 'resolved' && applyAlertAction(newest, action, by, source.at) === 'unchanged';
    return { isRefused: isRefused && !isRepeated, alert: listedAlert(newest, found.wardUUID) };
  };
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
  readonly person: AlertUser | undefined;
  readonly source: AuditSource;
  readonly room: NamedRoom;
}

/** Applies the answer. The result has the alert after the answer. Undefined: the alert was resolved before. */
function applyTo(
  stream: ChangingStream,
  uuid: string,
  { action, seen, by, person, source, room }: GivenAnswer,
): AlertDecision<{ readonly isRefused: boolean; readonly alert: Alert | undefined }> {
  const { alerts: open } = stream;
  const now = source.at;
  const alert = open.find((one) => one.uuid === uuid);
  const answered = alert === undefined ? 'refused' : answerIfSeen({ alert, open, seen }, action, by, now);
  if (typeof answered === 'string') return { result: { isRefused: answered === 'refused', alert } };
  const audit = auditEntryOfRoom(source, room, auditEventOfAnswer(action, answered, person));
  const change = changeAlertsByAnswer(stream, answered, now);
  const changed = change.transitions.findLast((transition) => transition.alert.uuid === uuid);
  return { result: { isRefused: false, alert: changed?.alert ?? alert }, change, audit };
}

function listedAlert(alert: Alert, wardUUID: string): ListedAlert {
  return { ...requireFound(shownAlertOf(alert)), streamUUID: alert.streamUUID, wardUUID };
}

const wrongResolutionReason =
  'must fit the alert: test is for drills, repaired for the fault of a sensor, sensor-faulty for an alert with somebody in the room';
