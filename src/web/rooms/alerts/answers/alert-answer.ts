/** The answers that staff give to alerts, as the board sends them. */
import * as z from 'zod/mini';
import { alertResolutions, type AlertResolution } from '../../../../domain/alerts/alert.ts';

const alertActions = ['acknowledge', 'withdraw', 'attend', 'resolve'] as const;

export interface AlertAnswer {
  readonly alertUuid: string;
  /** The room, for messages about the answer. */
  readonly roomName: string;
  readonly action: (typeof alertActions)[number];
  /** Set for `resolve` only. */
  readonly resolution?: AlertResolution | undefined;
  readonly note?: string | undefined;
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
    action: z.enum(alertActions),
    resolution: z.optional(z.enum(alertResolutions)),
    note: z.optional(z.string()),
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
