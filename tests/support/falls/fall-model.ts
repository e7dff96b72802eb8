/**
 * The promise about falls as a model of one room: is there a fall that nobody has answered, and is it told? The model
 * knows what the sensor reports and what staff answer, and nothing of the rules by which the server decides.
 */
import type { Alert } from '../../../src/domain/alerts/alert.ts';

/** What a person may see of an alert. */
export type SeenAlert = Pick<Alert, 'uuid' | 'status' | 'state' | 'since' | 'isTest'> & {
  readonly isByDevice: boolean;
};

export type AnswerKind = 'going' | 'there' | 'resolved' | 'withdrawn';

const minuteMs = 60_000;
/** "On my way" is believed for this long, and so is a sensor that sees staff. */
const onTheWayMs = 3 * minuteMs;
/** "I'm here" is believed for this long. */
const inRoomMs = 20 * minuteMs;
/** A fall that goes on this long after staff resolved its alert is told again. */
const goesOnMs = 3 * minuteMs;

interface Answer {
  readonly kind: 'going' | 'there' | 'resolved';
  readonly at: number;
}

interface Fall {
  readonly beganAt: number;
  /** The newest answer that was given to the fall itself, not to an earlier one. */
  readonly answer: Answer | undefined;
  /** The sensor still reports it. */
  readonly goesOn: boolean;
  /** Staff have resolved an alert of it. */
  readonly wasResolved: boolean;
  /** Staff have resolved it twice, and the sensor has repeated nothing since. */
  readonly isBelieved: boolean;
}

/** Somebody who is in the room stays there although a colleague says that she is on the way. */
function laterAnswer(before: Answer | undefined, answer: Answer): Answer {
  return before?.kind === 'there' && believedUntil(before) > believedUntil(answer) ? before : answer;
}

function believedUntil({ kind, at }: Answer): number {
  return at + { going: onTheWayMs, there: inRoomMs, resolved: goesOnMs }[kind];
}

export class FallModel {
  readonly #falls = new Map<number, Fall>();
  #areStaffSeen = false;

  /** A sensor changes from "no fall" to a fall of this status. `at`: by the clock of `seenAt`. */
  falls(status: number, at: number): void {
    const isNew = { answer: undefined, goesOn: true, wasResolved: false, isBelieved: false };
    this.#falls.set(status, { beganAt: at, ...isNew });
  }

  /** The sensor reports a fall again that it has reported before. */
  goesOn(status: number): void {
    const fall = this.#falls.get(status);
    if (fall !== undefined) this.#falls.set(status, { ...fall, isBelieved: false });
  }

  /** The sensor says that nobody lies on the floor any more. Staff may still have to look. */
  stands(status: number): void {
    const fall = this.#falls.get(status);
    if (fall === undefined) return;
    if (fall.answer?.kind === 'resolved') this.#falls.delete(status);
    else this.#falls.set(status, { ...fall, goesOn: false });
  }

  staffSeen(areThere: boolean): void {
    this.#areStaffSeen = areThere;
  }

  isFallen(status: number): boolean {
    return this.#falls.get(status)?.goesOn === true;
  }

  /** Staff have answered the open alert of the status, as they saw it at `seenAt`, by a clock that nobody sets. */
  answered(status: number, kind: AnswerKind, at: number, seenAt = at): void {
    const fall = this.#falls.get(status);
    // An answer to what was before the fall is none to the fall.
    if (fall === undefined || seenAt < fall.beganAt) return;
    if (kind === 'withdrawn') this.#falls.set(status, { ...fall, answer: undefined });
    else if (kind !== 'resolved') this.#falls.set(status, { ...fall, answer: laterAnswer(fall.answer, { kind, at }) });
    else if (!fall.goesOn) this.#falls.delete(status);
    else this.#falls.set(status, { ...fall, answer: { kind, at }, wasResolved: true, isBelieved: fall.wasResolved });
  }

  /** The falls that nobody is told of, in words. `open`: the alerts of the room that are open. */
  untold(open: readonly SeenAlert[], now: number): readonly string[] {
    return [...this.#falls].flatMap(([status, fall]) => {
      const alert = open.find((one) => one.status === status && !one.isTest && one.state !== 'waiting');
      const state = alert?.state ?? 'no alert';
      return this.#isTold(fall, alert, now) ? [] : [`fall ${status} of ${fall.beganAt}: ${state} at ${now}`];
    });
  }

  #isTold({ answer, isBelieved }: Fall, alert: SeenAlert | undefined, now: number): boolean {
    if (alert?.state === 'raised' || isBelieved) return true;
    if (alert?.isByDevice === true) {
      return this.#areStaffSeen && now < alert.since + onTheWayMs;
    }
    if (alert === undefined && answer?.kind !== 'resolved') return false;
    return answer !== undefined && now < believedUntil(answer);
  }
}
