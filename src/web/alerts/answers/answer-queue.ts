/**
 * Sends the answers of staff to the server. An answer that cannot be sent is kept, repeated, and given up after 30 s.
 * The server accepts a repeated answer, so a lost response does no harm.
 */
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { delay } from '../../shared/delay.ts';
import {
  type AlertAnswer,
  conflictFailure,
  maxUnsentMs,
  type GivenAnswer,
  isRaisedAfter,
  sendTimeOf,
  undoTimeoutMs,
} from './alert-answer.ts';
import { type AnswerState, createAnswerState } from './answer-state.ts';
import { sendRepeatedly } from '../../live/sending/send-repeatedly.ts';

/** The response of the server to an answer: the new state of the alert, or the present state if it came too late. */
export type AnswerResult =
  | { readonly kind: 'accepted' | 'conflict'; readonly alert: ShownAlert }
  /** The server refuses the answer, and would refuse it again. */
  | { readonly kind: 'refused' };

interface AnswerQueueOptions {
  /** Sends one answer to the server. Rejects when the server cannot be reached. */
  readonly send: (answer: AlertAnswer, signal: AbortSignal) => Promise<AnswerResult>;
  /** Reads the answers that the page had when it was left. */
  readonly readStored: () => readonly GivenAnswer[];
  readonly store: (answers: readonly GivenAnswer[]) => void;
  /** Called when an answer is given up, although its user relies on it and may have left the board. */
  readonly onGivenUp: () => void;
}

/**
 * How long the state of an alert from a response is kept. The live event or the polled list arrives sooner. After the
 * server's clock was set back, a state that is kept for longer would hide an alert that was raised again.
 */
const newerLifetimeMs = 20_000;

/** How long a logout waits for answers: an unreachable server must not delay it. */
const sendAllTimeoutMs = 3_000;

/** How long a conflict is shown. After that the alert itself shows who answered it. */
const conflictShownMs = 10_000;

export class AnswerQueue {
  readonly state: AnswerState;
  readonly #options: AnswerQueueOptions;
  /** The controllers that abort the sending of an answer, by the uuid of the alert. */
  readonly #running = new Map<string, AbortController>();
  readonly #stopping = new AbortController();
  /** Aborting this controller ends the pauses between attempts. */
  #pausing = new AbortController();

  constructor(options: AnswerQueueOptions) {
    this.#options = options;
    this.state = createAnswerState(options.store);
  }

  /** Continues to send the answers that the page had when it was left. */
  start(): void {
    for (const answer of this.#options.readStored()) {
      // The stored time may be in the future, because the computer's clock was set back.
      void this.#run({ ...answer, givenAt: Math.min(answer.givenAt, Date.now()) });
    }
  }

  /** Drops all answers. The queue sends and stores nothing after that. */
  stop(): void {
    this.#stopping.abort();
  }

  give(answer: AlertAnswer): void {
    this.state.remove('undoable', answer.alertUuid);
    this.state.remove('failures', answer.alertUuid);
    void this.#run({ ...answer, givenAt: Date.now() });
  }

  /** Undoes an answer: drops it if it was not sent yet, or withdraws an acknowledgement. */
  undo(answer: AlertAnswer): void {
    const { alertUuid } = answer;
    const { undoable, pending } = this.state.get();
    if (undoable.has(alertUuid)) this.give({ ...answer, action: 'withdraw' });
    else if (pending.get(alertUuid)?.state === 'undoable') {
      this.#running.get(alertUuid)?.abort();
      this.state.remove('pending', alertUuid);
    }
  }

  /** Drops answers to alerts that were raised again after the user saw them. `alerts`: the present states. */
  dropUnseen(alerts: readonly ShownAlert[]): void {
    for (const alert of alerts) {
      const answer = this.state.get().pending.get(alert.uuid);
      if (answer === undefined || answer.action === 'withdraw' || !isRaisedAfter(answer, alert)) continue;
      this.#running.get(alert.uuid)?.abort();
      this.#settle(answer, { kind: 'conflict', alert });
    }
  }

  /** Retries unsent answers at once. Call it when the connection is back. */
  retryNow(): void {
    this.#pausing.abort();
    this.#pausing = new AbortController();
  }

  /** Sends undoable answers at once. Call it when the board is left, because nobody can undo them after that. */
  sendUndoable(): void {
    for (const { state, ...answer } of this.state.get().pending.values()) {
      if (state === 'undoable') void this.#run({ ...answer, givenAt: answer.givenAt - undoTimeoutMs });
    }
  }

  /** Sends all answers at once before a logout. Resolves when the server has responded to each, or after 3 s. */
  async sendAll(): Promise<void> {
    this.sendUndoable();
    this.retryNow();
    const { promise: allSent, resolve } = Promise.withResolvers<void>();
    const check = () => this.state.get().pending.size === 0 && resolve();
    const unsubscribe = this.state.subscribe(check);
    check();
    await Promise.race([allSent, delay(sendAllTimeoutMs)]);
    unsubscribe();
  }

  async #run(answer: GivenAnswer): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { alertUuid } = answer;
    this.#running.get(alertUuid)?.abort();
    const running = new AbortController();
    this.#running.set(alertUuid, running);
    const signal = AbortSignal.any([running.signal, this.#stopping.signal]);
    if (answer.action === 'acknowledge') this.state.put('held', alertUuid, true);
    try {
      const waitMs = sendTimeOf(answer) - Date.now();
      if (waitMs > 0) {
        this.state.put('pending', alertUuid, { ...answer, state: 'undoable' });
        await delay(waitMs, signal);
      }
      this.#settle(answer, await this.#sendRepeatedly(answer, signal));
    } catch {
      // The attempts were aborted: the answer was undone or replaced by another answer, or the session has ended.
    }
  }

  /** Sends an answer until the server responds. Resolves to undefined when the answer is given up. */
  #sendRepeatedly(answer: GivenAnswer, signal: AbortSignal): Promise<AnswerResult | undefined> {
    this.state.put('pending', answer.alertUuid, { ...answer, state: 'sending' });
    return sendRepeatedly((attemptSignal) => this.#options.send(answer, attemptSignal), {
      giveUpAt: sendTimeOf(answer) + maxUnsentMs,
      signal,
      retryNow: () => this.#pausing.signal,
      onUnsent: () => this.state.put('pending', answer.alertUuid, { ...answer, state: 'unsent' }),
    });
  }

  #settle(answer: GivenAnswer, result: AnswerResult | undefined): void {
    const { alertUuid } = answer;
    this.state.remove('pending', alertUuid);
    this.#later(undoTimeoutMs, () => this.state.remove('held', alertUuid));
    if (result === undefined || result.kind === 'refused') {
      this.state.put('failures', alertUuid, { kind: 'unsent', answer });
      return this.#options.onGivenUp();
    }
    const { kind, alert } = result;
    this.state.put('newer', alertUuid, alert);
    this.#later(newerLifetimeMs, () => this.state.remove('newer', alertUuid, alert));
    if (kind === 'conflict') {
      const failure = conflictFailure(answer, alert);
      this.state.put('failures', alertUuid, failure);
      this.#later(conflictShownMs, () => this.state.remove('failures', alertUuid, failure));
    } else if (answer.action === 'acknowledge') {
      this.state.put('undoable', alertUuid, true);
      this.#later(undoTimeoutMs, () => this.state.remove('undoable', alertUuid));
    }
  }

  #later(ms: number, work: () => void): void {
    void delay(ms, this.#stopping.signal).then(work, () => undefined);
  }
}
