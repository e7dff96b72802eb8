/** The state of the answers to alerts that a board has given. */
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import type { PendingAnswer } from './alert-answer.ts';
import type { AnswerFailure } from './answer-failure.ts';

export interface AnswerSnapshot {
  /** By the uuid of the alert, at most one each. */
  readonly pending: ReadonlyMap<string, PendingAnswer>;
  /** The alerts that were acknowledged here a moment ago, so that this can be undone. */
  readonly undoable: ReadonlySet<string>;
  /**
   * The alerts that were acknowledged here a moment ago, also when that was undone or somebody was faster. They keep
   * their place on the screen, so that the second tap of a double tap does not meet the button of another alert.
   */
  readonly held: ReadonlySet<string>;
  /** The states of alerts that the server has sent in its answers. The live event may come later. */
  readonly newer: ReadonlyMap<string, ShownAlert>;
  /** The newest one of each alert, by its uuid. */
  readonly failures: ReadonlyMap<string, AnswerFailure>;
}

/** Both are kept when the page is loaded again. */
export interface AnswerStores {
  readonly store: (answers: readonly PendingAnswer[]) => void;
  readonly storeFailures: (failures: readonly AnswerFailure[]) => void;
}

export class AnswerState {
  #snapshot: AnswerSnapshot = {
    pending: new Map(),
    undoable: new Set(),
    held: new Set(),
    newer: new Map(),
    failures: new Map(),
  };
  readonly #listeners = new Set<() => void>();
  readonly #stores: AnswerStores;

  constructor(stores: AnswerStores) {
    this.#stores = stores;
  }

  readonly snapshot = (): AnswerSnapshot => this.#snapshot;

  /** Calls the listener on every change. Returns the function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setPending(answer: PendingAnswer): void {
    this.#change({ pending: new Map(this.#snapshot.pending).set(answer.alertUuid, answer) });
  }

  removePending(alertUuid: string): void {
    this.#change({ pending: without(this.#snapshot.pending, alertUuid) });
  }

  setNewer(alert: ShownAlert): void {
    this.#change({ newer: new Map(this.#snapshot.newer).set(alert.uuid, alert) });
  }

  /** Removes this state of an alert. A state that is newer still is kept. */
  removeNewer(alert: ShownAlert): void {
    const { newer } = this.#snapshot;
    if (newer.get(alert.uuid) === alert) this.#change({ newer: without(newer, alert.uuid) });
  }

  allowUndo(alertUuid: string): void {
    this.#change({ undoable: new Set(this.#snapshot.undoable).add(alertUuid) });
  }

  endUndo(alertUuid: string): void {
    const undoable = new Set(this.#snapshot.undoable);
    if (undoable.delete(alertUuid)) this.#change({ undoable });
  }

  hold(alertUuid: string): void {
    this.#change({ held: new Set(this.#snapshot.held).add(alertUuid) });
  }

  release(alertUuid: string): void {
    const held = new Set(this.#snapshot.held);
    if (held.delete(alertUuid)) this.#change({ held });
  }

  addFailure(failure: AnswerFailure): void {
    this.#change({ failures: new Map(this.#snapshot.failures).set(failure.alertUuid, failure) });
  }

  removeFailures(isRemoved: (failure: AnswerFailure) => boolean): void {
    const { failures } = this.#snapshot;
    const left = [...failures].filter(([, failure]) => !isRemoved(failure));
    if (left.length < failures.size) this.#change({ failures: new Map(left) });
  }

  #change(change: Partial<AnswerSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    if (change.pending !== undefined) this.#stores.store([...change.pending.values()]);
    if (change.failures !== undefined) this.#stores.storeFailures([...change.failures.values()]);
    for (const listener of this.#listeners) listener();
  }
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
