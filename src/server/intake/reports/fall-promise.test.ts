/** Random sequences of sensor reports and answers of staff try to break the promise that an unanswered fall alerts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FallModel } from '../../../../tests/support/falls/fall-model.ts';
import { falls, observeStatus, sensorStatuses } from '../../../../tests/support/falls/http-sensor.ts';
import { MemoryRoom } from '../../../../tests/support/falls/memory-room.ts';
import type { AlertAction } from '../../../domain/alerts/alert-actions.ts';

const nurse = { kind: 'user', subject: 'anna', displayName: 'Anna' } as const;
const actions = {
  going: { kind: 'acknowledge' },
  withdrawn: { kind: 'withdraw' },
  there: { kind: 'attend' },
  resolved: { kind: 'resolve', resolution: 'helped', note: null },
} as const satisfies Record<string, AlertAction>;

const step = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      status: fc.constantFrom(...sensorStatuses),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('going' as const, 'withdrawn' as const, 'there' as const, 'resolved' as const),
      status: fc.constantFrom(...falls),
    }),
    weight: 3,
  },
  fc.constantFrom({ kind: 'pause' } as const, { kind: 'resume' } as const, { kind: 'offline' } as const),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const timed = fc.record({
  step,
  afterMs: fc.constantFrom(1, 1_000, 4_000, 11_000, 30_000, 100_000, 181_000, 1_300_000),
});

/** A room, and a model that knows which of its falls are unanswered. Its sensor sends falls and everything else as statuses. */
class TestedRoom {
  readonly #room = new MemoryRoom('room');
  readonly #model = new FallModel();
  #now = Date.UTC(2026, 2, 1, 2);

  take(one: Step, afterMs: number): readonly string[] {
    this.#now += afterMs;
    this.#room.advance(this.#now);
    this.#do(one);
    return this.untold();
  }

  untold(): readonly string[] {
    const open = this.#room.alerts.map((alert) => ({ ...alert, isByDevice: alert.by.kind === 'device' }));
    return this.#model.untold(open, this.#now);
  }

  isRaised(status: number): boolean {
    return this.#room.alerts.some((alert) => alert.status === status && alert.state === 'raised');
  }

  #do(one: Step): void {
    const now = this.#now;
    if (one.kind === 'report') this.#report(one.status);
    else if (one.kind === 'pause') this.#room.pause(60, nurse, now);
    else if (one.kind === 'resume') this.#room.resume(nurse, now);
    else if (one.kind === 'offline') this.#room.receive({ kind: 'offline', streamUUID: 'room' }, now);
    else this.#answer(one.kind, one.status);
  }

  #report(status: number): void {
    observeStatus(this.#model, status, this.#now);
    const report = { status, at: this.#now, notification: true, id: null, debounceMs: null } as const;
    this.#room.receive({ kind: 'report', streamUUID: 'room', ...report }, this.#now);
  }

  #answer(kind: keyof typeof actions, status: number): void {
    const before = this.#room.alerts;
    const alert = before.find((one) => one.status === status && one.state !== 'waiting');
    if (alert === undefined || !this.#room.answer(alert, actions[kind], nurse, this.#now)) return;
    if (kind === 'resolved') return this.#model.answered(status, kind, this.#now);
    // An answer concerns the whole room: "I'm on my way", "I'm here" and "I can't go after all" count for its other alerts too.
    const after = this.#room.alerts;
    const answered = before.filter(({ uuid, state, by }) =>
      after.some((one) => one.uuid === uuid && (one.state !== state || one.by.kind !== by.kind)),
    );
    for (const one of answered) this.#model.answered(one.status, kind, this.#now);
  }
}

test('after any reports, answers, pauses and waits, each unanswered fall has a raised alert', () => {
  fc.assert(
    fc.property(fc.array(timed, { minLength: 1, maxLength: 30, size: 'max' }), (steps) => {
      const room = new TestedRoom();
      for (const { step: one, afterMs } of steps) expect(room.take(one, afterMs)).toEqual([]);
    }),
    { numRuns: Number(process.env['FALL_SEQUENCES'] ?? 1_000) },
  );
}, 600_000);

test('a sensor that repeats that staff are in the room silences a fall once, for three minutes', () => {
  const intervals = fc.array(fc.integer({ min: 1_000, max: 600_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.boolean(), intervals, (areThereBefore, afterMs) => {
      const room = new TestedRoom();
      if (areThereBefore) room.take({ kind: 'report', status: 11 }, 1);
      room.take({ kind: 'report', status: 1 }, 1);
      let elapsedMs = 0;
      for (const ms of afterMs) {
        const isFirst = elapsedMs === 0;
        elapsedMs += ms;
        room.take({ kind: 'report', status: 11 }, ms);
        if (areThereBefore || (!isFirst && elapsedMs > (afterMs[0] ?? 0) + 180_000))
          expect(room.isRaised(1)).toBe(true);
      }
    }),
  );
});
