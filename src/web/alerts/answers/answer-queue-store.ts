import { createStore } from '../../shared/create-store.ts';
import type { AnswerQueue } from './answer-queue.ts';

/**
 * The queue of the answers of this session. A board that is left keeps it, so that answers are sent also after a link.
 * Undefined: the session has shown no alerts.
 */
export const answerQueueStore = createStore<AnswerQueue | undefined>(undefined);

/** Drops the answers of a session that has ended, because they must not be sent for the next user. */
export function dropAnswers(): void {
  answerQueueStore.get()?.stop();
  answerQueueStore.set(undefined);
}
