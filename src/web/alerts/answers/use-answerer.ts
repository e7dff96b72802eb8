import { useState } from 'react';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { type Duty, dutyStore } from '../../live/duty.ts';
import { useWallBoard } from '../../live/wall-board.ts';
import { useStore } from '../../shared/create-store.ts';
import type { AlertAnswer } from './alert-answer.ts';
import type { AnswerQueue } from './answer-queue.ts';

type PeopleOnDuty = NonNullable<Duty['onDuty']>;

/** Gives answers: on a wall board for the person on duty who is chosen, elsewhere for the user who is signed in. */
export interface Answerer {
  /** Answers, after the question "Who?" on a wall board with people on duty. */
  readonly give: (...answers: readonly AlertAnswer[]) => void;
  /** Undoes the last answer, for the person who gave it. */
  readonly undo: (answer: AlertAnswer, alert: ShownAlert) => void;
  /** Withdraws that somebody goes, for that person. */
  readonly withdraw: (answer: Omit<AlertAnswer, 'action'>, alert: ShownAlert) => void;
}

/** `asked`: the answers for which the page asks "Who?". Undefined: it does not ask. */
export function useAnswerer(queue: AnswerQueue) {
  const isWallBoard = useWallBoard() !== undefined;
  const { onDuty = [] } = useStore(dutyStore);
  const [asked, setAsked] = useState<readonly AlertAnswer[]>();
  const people: PeopleOnDuty = isWallBoard ? onDuty : [];
  const personOf = ({ by }: ShownAlert) => (isWallBoard && by.kind === 'user' ? by.subject : undefined);
  const send = (answers: readonly AlertAnswer[], onBehalfOf?: string): void => {
    for (const answer of answers) queue.give({ ...answer, onBehalfOf });
  };
  const answerer: Answerer = {
    give: (...answers) => (people.length > 0 ? setAsked(answers) : send(answers)),
    undo: (answer, alert) => queue.undo({ ...answer, onBehalfOf: personOf(alert) }),
    withdraw: (answer, alert) => queue.give({ ...answer, action: 'withdraw', onBehalfOf: personOf(alert) }),
  };
  /** `subject`: the person who answers. Undefined: none of those on duty, so the wall board answers. */
  const choose = (subject: string | undefined): void => {
    send(asked ?? [], subject);
    setAsked(undefined);
  };
  return { answerer, people, isAsked: asked !== undefined, choose, cancel: () => setAsked(undefined) };
}
