/** The state of the answers that a board has given. */
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { createStore } from '../../shared/create-store.ts';
import type { AnswerFailure, GivenAnswer, PendingAnswer } from './alert-answer.ts';

interface AnswerParts {
  readonly pending: PendingAnswer;
  /** Alerts that were acknowledged on this board a moment ago, so that the acknowledgement can be undone. */
  readonly undoable: true;
  /**
   * Alerts that were acknowledged here a moment ago, including those whose answer was undone or came too late. They
   * keep their place on the screen, so that the second tap of a double tap does not hit the button of another alert.
   */
  readonly held: true;
  /** States of alerts from responses of the server. The live event may arrive later. */
  readonly newer: ShownAlert;
  readonly failures: AnswerFailure;
}

/** The parts of the state. Each maps the uuid of an alert to its entry. */
export type AnswerSnapshot = { readonly [Part in keyof AnswerParts]: ReadonlyMap<string, AnswerParts[Part]> };

const noAnswers: AnswerSnapshot = {
  pending: new Map(),
  undoable: new Map(),
  held: new Map(),
  newer: new Map(),
  failures: new Map(),
};

export type AnswerState = ReturnType<typeof createAnswerState>;

/** Creates an empty state. `store`: called with the answers that were not sent, after each change. */
export function createAnswerState(store: (answers: readonly GivenAnswer[]) => void) {
  const { get, set, subscribe } = createStore(noAnswers);

  function change(changed: Partial<AnswerSnapshot>): void {
    set({ ...get(), ...changed });
    if (changed.pending === undefined && changed.failures === undefined) return;
    const { pending, failures } = get();
    const unsent = [...failures.values()].filter(({ kind }) => kind === 'unsent').map(({ answer }) => answer);
    store([...pending.values(), ...unsent]);
  }

  return {
    get,
    subscribe,
    put: <Part extends keyof AnswerParts>(part: Part, alertUuid: string, value: AnswerParts[Part]) => {
      const before: ReadonlyMap<string, AnswerParts[Part]> = get()[part];
      change({ [part]: new Map(before).set(alertUuid, value) });
    },
    /** Removes the entry of an alert. With `value`, removes it only if it is still this value. */
    remove: <Part extends keyof AnswerParts>(part: Part, alertUuid: string, value?: AnswerParts[Part]) => {
      const rest: Map<string, AnswerParts[Part]> = new Map(get()[part]);
      if (value !== undefined && rest.get(alertUuid) !== value) return;
      if (rest.delete(alertUuid)) change({ [part]: rest });
    },
    clearFailures: () => change({ failures: new Map() }),
  };
}
