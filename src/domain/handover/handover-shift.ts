/** Which shift is handed over, and which night belongs to it. */
import { nightAt, sleepOf } from '../history/nights/night.ts';
import type { TimeSpan } from '../history/status-periods.ts';
import type { LocalClock } from '../local-time/local-clock.ts';
import { shiftAt, type Shifts, shiftBefore } from '../local-time/shifts.ts';

/** In the last hour of a shift staff prepare its handover. Before, they look at that of the shift before. */
const preparedMs = 3_600_000;

/** The shift that staff hand over at an instant, in epoch milliseconds. */
export function handoverShiftAt(clock: LocalClock, shifts: Shifts, instant: number): TimeSpan {
  const present = shiftAt(clock, shifts, instant);
  return present.to - instant <= preparedMs ? present : shiftBefore(clock, shifts, instant);
}

/** The night whose hours of sleep have their middle in the shift. Undefined: the shift is in the day. */
export function nightOfShift(clock: LocalClock, shift: TimeSpan): TimeSpan | undefined {
  return [shift.from, shift.to]
    .map((instant) => nightAt(clock, instant))
    .find((night) => {
      const { from, to } = sleepOf(clock, night);
      const middle = from + (to - from) / 2;
      return shift.from <= middle && middle < shift.to;
    });
}
