/**
 * A model of the promise about falls, for one room: is there a fall that nobody has answered, and are staff told of it?
 * The model knows what the sensor reports and what staff answer, and nothing of the rules by which the server decides.
 */
import type { Alert } from '../../../src/domain/alerts/alert.ts';

/** What a person may see of an alert. */
export type SeenAlert = Pick<Alert, 'uuid' | 'status' | 'state' | 'since' | 'isTest'> & {
  readonly isByDevice: boolean;
};

export type AnswerKind = 'going' | 'there' | 'resolved' | 'withdrawn';

const minuteMs = 60_000;
/** How long the answer "On my way" stands for a fall, and also a sensor that has seen staff. */
const onTheWayMs = 3 * minuteMs;
/** How long the answer "I'm here" stands for a fall. */
const inRoomMs = 20 * minuteMs;
/** The time after which staff are told again of a fall that continues although they have resolved its alert. */
const goesOnMs = 3 * minuteMs;

interface Answer {
  readonly kind: 'going' | 'there' | 'resolved';
  readonly at: number;
}

interface Fall {
  readonly beganAt: number;
  /** The newest answer that was given to the fall itself, not to an earlier one. */
  readonly answer: Answer | undefined;
  /** Whether the sensor still reports the fall. */
  readonly goesOn: boolean;
  /** Whether staff have resolved an alert of the fall. */
  readonly wasResolved: boolean;
  /** Whether staff have resolved an alert of the fall twice, and the sensor has not repeated the fall since. */
  readonly isBelieved: boolean;
}

/** Returns the answer that stands. Somebody in the room stays there although a colleague is on the way. */
function laterAnswer(before: Answer | undefined, answer: Answer): Answer {
  return before?.kind === 'there' && believedUntil(before) > believedUntil(answer) ? before : answer;
}

function believedUntil({ kind, at }: Answer): number {
  return at + { going: onTheWayMs, there: inRoomMs, resolved: goesOnMs }[kind];
}

export class FallModel {
  readonly #falls = new Map<number, Fall>();
  #areStaffSeen = false;

  /** Records that a sensor changes from "no fall" to a fall of this status. `at`: by the same clock as `seenAt`. */
  falls(status: number, at: number): void {
    const isNew = { answer: undefined, goesOn: true, wasResolved: false, isBelieved: false };
    this.#falls.set(status, { beganAt: at, ...isNew });
  }

  /** Records that the sensor repeats a fall that it has already reported. */
  goesOn(status: number): void {
    const fall = this.#falls.get(status);
    if (fall !== undefined) this.#falls.set(status, { ...fall, isBelieved: false });
  }

  /** Records that the sensor reports nobody on the floor any more. Staff may still have to look. */
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

  /** Records an answer to the open alert of the status. `seenAt`: when staff saw it, by a clock that nobody sets. */
  answered(status: number, kind: AnswerKind, at: number, seenAt = at): void {
    const fall = this.#falls.get(status);
    // An answer to what staff saw before the fall began does not answer this fall.
    if (fall === undefined || seenAt < fall.beganAt) return;
    if (kind === 'withdrawn') this.#falls.set(status, { ...fall, answer: undefined });
    else if (kind !== 'resolved') this.#falls.set(status, { ...fall, answer: laterAnswer(fall.answer, { kind, at }) });
    else if (!fall.goesOn) this.#falls.delete(status);
    else this.#falls.set(status, { ...fall, answer: { kind, at }, wasResolved: true, isBelieved: fall.wasResolved });
  }

  /** Describes the falls that nobody is told of, in words. `open`: the open alerts of the room. */
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
