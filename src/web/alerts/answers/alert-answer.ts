/** The answers of staff to alerts, as the board sends them. */
import * as z from 'zod/mini';
import { alertResolutions } from '../../../domain/alerts/alert.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../domain/room.ts';

const GivenAnswer = z.object({
  alertUuid: z.string(),
  /** The name of the room, for messages about the answer. */
  roomName: z.string(),
  /** The open alerts of the room as the user saw them: how often each had been raised again, by its uuid. */
  seen: z.record(z.string(), z.number()),
  action: z.enum(['acknowledge', 'withdraw', 'attend', 'resolve']),
  /** How the alert ended. Set if the action is `resolve`. */
  resolution: z.optional(z.enum(alertResolutions)),
  note: z.optional(z.string()),
  /** The subject of the person for whom a wall board answers. */
  onBehalfOf: z.optional(z.string()),
  /** Whether somebody was in the room. Undefined: the user was not asked. */
  attended: z.optional(z.boolean()),
  /** When the user gave the answer, in epoch milliseconds. */
  givenAt: z.number(),
});

export type GivenAnswer = Readonly<z.infer<typeof GivenAnswer>>;

export type AlertAnswer = Omit<GivenAnswer, 'givenAt'>;

/**
 * The answers in the storage of the tab, also those that were given up, so that they survive the reload of a board that
 * has lost its connection.
 */
export const StoredAnswers = z.array(GivenAnswer);

/** Returns the fields of an answer that describe the room and its alerts as the user sees them. */
export function roomAndAlertsOf(
  { displayName, alerts = [] }: Room,
  { uuid }: ShownAlert,
): Pick<AlertAnswer, 'alertUuid' | 'roomName' | 'seen'> {
  const seen = Object.fromEntries(alerts.map((alert) => [alert.uuid, alert.raisedAgainCount]));
  return { alertUuid: uuid, roomName: displayName, seen };
}

/**
 * Whether an alert was raised again after the user saw it. Never for a sensor fault, whose count is that of the sensor's
 * reports: somebody who has repaired a sensor tries it at once.
 */
export function isRaisedAfter({ seen }: AlertAnswer, { uuid, state, isFault, raisedAgainCount }: ShownAlert): boolean {
  return state !== 'resolved' && !isFault && raisedAgainCount > (seen[uuid] ?? 0);
}

/**
 * The state of an answer. `undoable`: it is sent when the time for an undo is over. `sending`: the server has not
 * responded yet. `unsent`: an attempt has failed, and the next one follows.
 */
export interface PendingAnswer extends GivenAnswer {
  readonly state: 'undoable' | 'sending' | 'unsent';
}

/** The time for an undo. "Done" is sent after this time. "On my way" is sent at once and can be withdrawn. */
export const undoTimeoutMs = 5_000;

/** An answer that could not be sent for this long is dropped, because by then the alert may be about another event. */
export const maxUnsentMs = 30_000;

/** When an answer is first sent, in epoch milliseconds. */
export function sendTimeOf({ action, givenAt }: GivenAnswer): number {
  return action === 'resolve' ? givenAt + undoTimeoutMs : givenAt;
}

/**
 * Why an answer had no effect. `unsent`: it could not be sent. `conflict`: another user answered first. `again`: the
 * alert was raised again after the user saw it. `alert`: its state on the server.
 */
export type AnswerFailure =
  | { readonly kind: 'unsent'; readonly answer: GivenAnswer }
  | { readonly kind: 'conflict' | 'again'; readonly answer: GivenAnswer; readonly alert: ShownAlert };

/** The failure of an answer that came too late. `alert`: its state on the server. */
export function conflictFailure(answer: GivenAnswer, alert: ShownAlert): AnswerFailure {
  return { kind: isRaisedAfter(answer, alert) ? 'again' : 'conflict', answer, alert };
}
