/** Why an answer of this board did not count. */
import * as z from 'zod/mini';
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import { type AlertAnswer, isRaisedAfter } from './alert-answer.ts';

const UnsentAnswer = z.object({ kind: z.literal('unsent'), alertUuid: z.string(), roomName: z.string() });

/** Answers that were given up, in the storage of the tab: a board that has lost its connection reloads its page. */
export const StoredFailures: z.ZodMiniType<readonly z.infer<typeof UnsentAnswer>[]> = z.array(UnsentAnswer);

/**
 * `unsent`: it could not be sent and is given up. `conflict`: somebody was faster. `again`: the alert was raised again
 * after the user saw it.
 */
export type AnswerFailure =
  | z.infer<typeof UnsentAnswer>
  | {
      readonly kind: 'conflict' | 'again';
      readonly alertUuid: string;
      readonly roomName: string;
      readonly alert: ShownAlert;
    };

export function unsentFailure({ alertUuid, roomName }: AlertAnswer): AnswerFailure {
  return { kind: 'unsent', alertUuid, roomName };
}

/** `alert`: its present state. */
export function conflictFailure(answer: AlertAnswer, alert: ShownAlert): AnswerFailure {
  const { alertUuid, roomName } = answer;
  return { kind: isRaisedAfter(answer, alert) ? 'again' : 'conflict', alertUuid, roomName, alert };
}
