/** Two servers share a database, and the clock of one of them is wrong by an hour. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryRoom } from '../../../../tests/support/falls/memory-room.ts';
import { isAlertOpen } from '../../../domain/alerts/alert.ts';

const nurse = { kind: 'user', subject: 'anna', displayName: 'Anna' } as const;
const [fall, inBed] = [1, 5];
const hourMs = 3_600_000;

/** By how much the clock of one of the servers is wrong. */
const wrongClockMs = fc.constantFrom(hourMs, -hourMs);
const step = fc.record({
  kind: fc.constantFrom(
    'fall' as const,
    'in-bed' as const,
    'acknowledge' as const,
    'attend' as const,
    'resolve' as const,
  ),
  /** Whether the server with the wrong clock gets the message. */
  isWrongClock: fc.boolean(),
  afterMs: fc.constantFrom(500, 2_000, 10_000),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The times in the sensor's reports are right or 11 minutes old. The sensor sends each change once. */
const lateByMs = fc.constantFrom(0, 11 * 60_000);

/** `at`: the time in the sensor's reports. `now`: the clock of the server that gets the message. */
function act(room: MemoryRoom, kind: Step['kind'], at: number, now: number): void {
  if (kind === 'fall' || kind === 'in-bed') {
    const status = kind === 'fall' ? fall : inBed;
    const report = { kind: 'report', streamUUID: room.uuid, notification: true, id: null, debounceMs: null } as const;
    return room.receive({ ...report, status, at }, now);
  }
  const alert = room.alerts.find((one) => one.status === fall && isAlertOpen(one) && one.state !== 'waiting');
  const action = kind === 'resolve' ? ({ kind, resolution: 'helped', note: null } as const) : { kind };
  if (alert !== undefined) room.answer(alert, action, nurse, now);
}

test('a second fall is raised when two servers with different clocks get the reports', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), lateByMs, wrongClockMs, (steps, lateMs, errorMs) => {
      const room = new MemoryRoom('11111111-0000-4000-8000-000000000000');
      let time = Date.UTC(2026, 2, 1, 2);
      let isFallen = false;
      for (const one of steps) {
        time += one.afterMs;
        act(room, one.kind, time - lateMs, time + (one.isWrongClock ? errorMs : 0));
        // The watchdog of the server whose clock is right checks the alerts.
        room.receive({ kind: 'alert-expiry', streamUUID: room.uuid }, time);
        if (one.kind === 'in-bed') isFallen = false;
        if (one.kind !== 'fall') continue;
        const isRaised = room.alerts.some(({ status, state }) => status === fall && state === 'raised');
        expect(isFallen || isRaised).toBe(true);
        isFallen = true;
      }
    }),
    { numRuns: 2_000 },
  );
});
