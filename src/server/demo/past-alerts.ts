/** The alerts of a simulated past, and how the staff of the demo answered them. */
import { randomUUID } from 'node:crypto';
import { type Alert, type AlertTransition, applyTransitions } from '../../domain/alerts/alert.ts';
import { type AlertAction, applyAlertAction, expireAlert } from '../../domain/alerts/alert-actions.ts';
import { type AlertHold, type AlertOutcome, emptyHold } from '../../domain/alerts/alert-hold.ts';
import { applyMessageToAlerts } from '../../domain/alerts/alert-reports.ts';
import { followUpAnswer } from '../../domain/alerts/follow-up-answer.ts';
import type { IngestResult } from '../../domain/ingest/report-log.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import { statusOfName } from '../../domain/room-status.ts';
import type { RandomSource } from './resident-model.ts';
import type { RoomReport } from './residents.ts';
import { demoStaff } from './simulate-staff.ts';

/** How long staff took to acknowledge, to arrive and to help. Of an alert that ends by itself: to answer it. */
const delayMs = { raised: 45_000, acknowledged: 90_000, attended: 90_000, waiting: 0, resolved: 0 };

/** The demo home has the time zone of the machine, whose clock its visitors see. */
const clock = localClockOf(undefined);

const inBed = statusOfName('in_bed')?.code;

/** The alerts of one room. Reports must be added in the order of their time. */
export class PastAlerts {
  readonly transitions: AlertTransition[] = [];
  open: readonly Alert[];
  hold: AlertHold = emptyHold;
  #status: number | undefined;
  readonly #random: RandomSource;
  /** How much longer or shorter than usual staff take for each step. */
  readonly #haste = new Map<string, number>();

  /** `open`: the open alerts of an earlier run of the demo. */
  constructor(open: readonly Alert[], random: RandomSource) {
    this.open = open;
    this.#random = random;
  }

  add({ stream, status, at, notification }: RoomReport): void {
    this.advance(at);
    this.#status = status;
    const entry = { status, at, notification, reportId: null, by: 'sender', effect: 'applied', revision: 0 } as const;
    this.#apply(stream, [entry], at);
  }

  /** Lets staff take all steps that are due, in the order of their time. */
  advance(until: number): void {
    for (let next = this.#nextStep(); next !== undefined && next.at <= until; next = this.#nextStep()) {
      const { alert, at } = next;
      if (alert.state === 'waiting') {
        const raised = expireAlert(alert, at);
        this.#change({ transitions: raised === undefined ? [] : [raised], hold: this.hold });
        continue;
      }
      const result = applyAlertAction(alert, this.#actionOf(alert), this.#staffOf(alert), at);
      if (typeof result === 'string') return;
      this.#change(followUpAnswer([result], this.hold, at, randomUUID));
    }
  }

  #apply(streamUUID: string, log: IngestResult['log'], now: number): void {
    const context = {
      streamUUID,
      isActive: true,
      rules: {},
      hold: this.hold,
      createUuid: randomUUID,
      now,
      clock,
    };
    const state = { roomStatus: this.#status ?? 0, statusBeforeOffline: null };
    this.#change(applyMessageToAlerts(this.open, { state, log }, context));
  }

  #change({ transitions, hold }: AlertOutcome): void {
    this.open = applyTransitions(this.open, transitions);
    this.hold = hold;
    this.transitions.push(...transitions);
  }

  /** Staff leave technical alerts open, which end with their status. */
  #nextStep(): { readonly alert: Alert; readonly at: number } | undefined {
    const steps = this.open
      .filter(({ priority }) => priority !== 'technical')
      .map((alert) => {
        return { alert, at: alert.state === 'waiting' ? (alert.dueAt ?? Infinity) : this.#answerTimeOf(alert) };
      });
    return steps.toSorted((one, other) => one.at - other.at)[0];
  }

  #answerTimeOf({ uuid, state, since }: Alert): number {
    const key = `${uuid} ${state} ${since}`;
    const haste = this.#haste.get(key) ?? 0.75 + this.#random() / 2;
    this.#haste.set(key, haste);
    return Math.round(since + delayMs[state] * haste);
  }

  #actionOf({ state, latches }: Alert): AlertAction {
    if (state === 'raised' && latches) return { kind: 'acknowledge' };
    if (state === 'acknowledged') return { kind: 'attend' };
    // The camera saw the resident in bed before staff came.
    const isFalse = latches && this.#status === inBed;
    return { kind: 'resolve', resolution: isFalse ? 'false-alarm' : 'helped', note: null, attended: true };
  }

  #staffOf({ by }: Alert) {
    const anybody = demoStaff[Math.floor(this.#random() * demoStaff.length)] ?? demoStaff[0];
    return by.kind === 'user' ? by : anybody;
  }
}
