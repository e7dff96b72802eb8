/** The answers that staff give to alerts, as the board sends them. */
import * as z from 'zod/mini';
import { alertResolutions, type AlertResolution } from '../../../../domain/alerts/alert.ts';
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../../domain/room.ts';

const alertActions = ['acknowledge', 'withdraw', 'attend', 'resolve'] as const;

export interface AlertAnswer {
  readonly alertUuid: string;
  /** The room, for messages about the answer. */
  readonly roomName: string;
  /** The open alerts of the room as the user saw them: how often each had been raised again, by its uuid. */
  readonly seen: Readonly<Record<string, number>>;
  readonly action: (typeof alertActions)[number];
  /** Set for `resolve` only. */
  readonly resolution?: AlertResolution | undefined;
  readonly note?: string | undefined;
  /** Whether somebody was in the room, where the user was asked. */
  readonly attended?: boolean | undefined;
}

export type AnsweredAlert = Pick<AlertAnswer, 'alertUuid' | 'roomName' | 'seen'>;

/** What an answer to an alert of the room says about it. */
export function answeredAlert({ displayName, alerts = [] }: Room, { uuid }: ShownAlert): AnsweredAlert {
  const seen = Object.fromEntries(alerts.map((alert) => [alert.uuid, alert.raisedAgainCount]));
  return { alertUuid: uuid, roomName: displayName, seen };
}

/** Whether an alert was raised again after the user saw it. */
export function isRaisedAfter({ seen }: AlertAnswer, { uuid, state, raisedAgainCount }: ShownAlert): boolean {
  return state !== 'resolved' && raisedAgainCount > (seen[uuid] ?? 0);
}

/** An answer and the time at which it was given, in epoch milliseconds. */
export interface GivenAnswer extends AlertAnswer {
  readonly givenAt: number;
}

/**
 * `undoable`: it is sent when the time for an undo is over. `sending`: the server has not answered yet. `unsent`: an
 * attempt has failed, and the next one follows.
 */
export interface PendingAnswer extends GivenAnswer {
  readonly state: 'undoable' | 'sending' | 'unsent';
}

/** The answers in the storage of the tab, so that they survive the reload of a board that has lost its connection. */
export const StoredAnswers: z.ZodMiniType<readonly GivenAnswer[]> = z.array(
  z.object({
    alertUuid: z.string(),
    roomName: z.string(),
    seen: z.record(z.string(), z.number()),
    action: z.enum(alertActions),
    resolution: z.optional(z.enum(alertResolutions)),
    note: z.optional(z.string()),
    attended: z.optional(z.boolean()),
    givenAt: z.number(),
  }),
);

/** For this long an answer can be undone: "done" is sent only then, and "on my way" can be withdrawn until then. */
export const undoTimeoutMs = 5_000;

/** An answer that could not be sent for this long is given up, because the alert may be another one by then. */
export const giveUpAfterMs = 30_000;

/** When an answer is sent first, in epoch milliseconds. */
export function sendAt({ action, givenAt }: GivenAnswer): number {
  return action === 'resolve' ? givenAt + undoTimeoutMs : givenAt;
}
