/**
 * Sends the answers of staff to the server. An answer that cannot be sent is kept, repeated, and given up after 30 s.
 * The server accepts a repeated answer, so a lost response does no harm.
 */
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import { delay } from '../../../api/delay.ts';
import {
  type AlertAnswer,
  giveUpAfterMs,
  type GivenAnswer,
  isRaisedAfter,
  sendAt,
  undoTimeoutMs,
} from './alert-answer.ts';
import { type AnswerFailure, conflictFailure, unsentFailure } from './answer-failure.ts';
import { AnswerState, type AnswerStores } from './answer-state.ts';
import { sendRepeatedly } from '../../sending/send-repeatedly.ts';

/** What the server says to an answer: the new state of the alert, or its present state if the answer came too late. */
export type AnswerResult =
  | { readonly kind: 'accepted' | 'conflict'; readonly alert: ShownAlert }
  /** A repetition would change nothing. */
  | { readonly kind: 'refused' };

interface AnswerQueueOptions extends AnswerStores {
  /** Rejects when the server cannot be reached. */
  readonly send: (answer: AlertAnswer, signal: AbortSignal) => Promise<AnswerResult>;
  /** The answers that the page had when it was left, and those that it had given up. */
  readonly readStored: () => readonly GivenAnswer[];
  readonly readStoredFailures: () => readonly AnswerFailure[];
  /** The user may have left the board, and relies on an answer that was never sent. */
  readonly onGivenUp: () => void;
}

/** The live event or the polled list has brought the new state of an alert by then. */
const newerLifetimeMs = 20_000;

/** The alert itself shows what has happened. */
const conflictShownMs = 10_000;

export class AnswerQueue {
  readonly state: AnswerState;
  readonly #options: AnswerQueueOptions;
  /** Aborts the work for an alert, by its uuid. */
  readonly #running = new Map<string, AbortController>();
  #stopping = new AbortController();
  /** Aborted to end the pauses between two attempts. */
  #pausing = new AbortController();

  constructor(options: AnswerQueueOptions) {
    this.#options = options;
    this.state = new AnswerState(options);
  }

  /** Continues with the answers that the page had when it was left. */
  start(): void {
    this.#stopping = new AbortController();
    for (const failure of this.#options.readStoredFailures()) this.state.addFailure(failure);
    for (const answer of this.#options.readStored()) {
      // It is from the future after the clock of the device was set back.
      void this.#run({ ...answer, givenAt: Math.min(answer.givenAt, Date.now()) });
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  give(answer: AlertAnswer): void {
    this.state.endUndo(answer.alertUuid);
    this.state.removeFailures(({ alertUuid }) => alertUuid === answer.alertUuid);
    void this.#run({ ...answer, givenAt: Date.now() });
  }

  /** Drops an answer that was not sent yet, or withdraws an acknowledgement. */
  undo(answer: AlertAnswer): void {
    const { alertUuid } = answer;
    const { undoable, pending } = this.state.snapshot();
    if (undoable.has(alertUuid)) this.give({ ...answer, action: 'withdraw' });
    else if (pending.get(alertUuid)?.state === 'undoable') {
      this.#running.get(alertUuid)?.abort();
      this.state.removePending(alertUuid);
    }
  }

  /** Drops the answers to alerts that were raised again after the user saw them. `alerts`: their present states. */
  dropUnseen(alerts: readonly ShownAlert[]): void {
    for (const alert of alerts) {
      const answer = this.state.snapshot().pending.get(alert.uuid);
      if (answer === undefined || answer.action === 'withdraw' || !isRaisedAfter(answer, alert)) continue;
      this.#running.get(alert.uuid)?.abort();
      this.#settle(answer, { kind: 'conflict', alert });
    }
  }

  /** To be called when the connection is back. */
  retryNow(): void {
    this.#pausing.abort();
    this.#pausing = new AbortController();
  }

  /** To be called when the page is left: there is nobody who could undo an answer. */
  sendUndoable(): void {
    for (const { state, ...answer } of this.state.snapshot().pending.values()) {
      if (state === 'undoable') void this.#run({ ...answer, givenAt: answer.givenAt - undoTimeoutMs });
    }
  }

  async #run(answer: GivenAnswer): Promise<void> {
    const { alertUuid } = answer;
    this.#running.get(alertUuid)?.abort();
    const running = new AbortController();
    this.#running.set(alertUuid, running);
    const signal = AbortSignal.any([running.signal, this.#stopping.signal]);
    if (answer.action === 'acknowledge') this.state.hold(alertUuid);
    try {
      const waitMs = sendAt(answer) - Date.now();
      if (waitMs > 0) {
        this.state.setPending({ ...answer, state: 'undoable' });
        await delay(waitMs, signal);
      }
      this.#settle(answer, await this.#sendRepeatedly(answer, signal));
    } catch {
      // The answer was undone, another answer to the alert has replaced it, or the page was left.
    }
  }

  /** Undefined: the answer is given up. */
  #sendRepeatedly(answer: GivenAnswer, signal: AbortSignal): Promise<AnswerResult | undefined> {
    this.state.setPending({ ...answer, state: 'sending' });
    return sendRepeatedly((attemptSignal) => this.#options.send(answer, attemptSignal), {
      giveUpAt: sendAt(answer) + giveUpAfterMs,
      signal,
      retryNow: () => this.#pausing.signal,
      onUnsent: () => this.state.setPending({ ...answer, state: 'unsent' }),
    });
  }

  #settle(answer: AlertAnswer, result: AnswerResult | undefined): void {
    const { alertUuid } = answer;
    this.state.removePending(alertUuid);
    this.#later(undoTimeoutMs, () => this.state.release(alertUuid));
    if (result === undefined || result.kind === 'refused') return this.#giveUp(answer);
    const { kind, alert } = result;
    this.state.setNewer(alert);
    this.#later(newerLifetimeMs, () => this.state.removeNewer(alert));
    if (kind === 'conflict') this.#showConflict(conflictFailure(answer, alert));
    else if (answer.action === 'acknowledge') {
      this.state.allowUndo(alertUuid);
      this.#later(undoTimeoutMs, () => this.state.endUndo(alertUuid));
    }
  }

  #giveUp(answer: AlertAnswer): void {
    this.state.addFailure(unsentFailure(answer));
    this.#options.onGivenUp();
  }

  #showConflict(failure: AnswerFailure): void {
    this.state.addFailure(failure);
    this.#later(conflictShownMs, () => this.state.removeFailures((shown) => shown === failure));
  }

  #later(ms: number, work: () => void): void {
    void delay(ms, this.#stopping.signal).then(work, () => undefined);
  }
}
