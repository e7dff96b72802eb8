/** The moments that the axis of a band names. */
import type { LocalClock } from '../../../domain/local-time/local-clock.ts';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';

const minuteMs = 60_000;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360];
/** So many times of day fit a phone. */
const maxTickCount = 6;

/**
 * The moments at round local times, in epoch milliseconds, at most six. A
 * local time that a clock change skips has no tick, one that it repeats has two.
 */
export function ticksOf({ from, to }: TimeSpan, clock: LocalClock): readonly number[] {
  const minutes = (to - from) / minuteMs;
  const step = steps.find((one) => minutes / one <= maxTickCount) ?? 360;
  // All time zones differ from UTC by a multiple of 15 minutes.
  const scanMs = Math.min(step, 15) * minuteMs;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / scanMs) * scanMs; at < to; at += scanMs) {
    if (clock(at) % step === 0) ticks.push(at);
  }
  return ticks;
}
