/** The habits of the residents of the demo: the nights of one room are alike, and rooms differ. */
import { nightAt, sleepOf } from '../../domain/history/nights/night.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';

export const lastNights = ['usual', 'unusual'] as const;

export interface Habits {
  /** When the night of the resident begins and ends, in minutes of the day. */
  readonly bedtime: number;
  readonly rising: number;
  /** How much more often than others the resident gets up at night, and goes to the bathroom then. */
  readonly unrest: number;
  readonly bathroom: number;
  /** The hours of sleep of the last night, and how much more often than in other nights the resident got up then. */
  readonly lastSleep: TimeSpan;
  readonly lastUnrest: number;
}

interface Resident {
  readonly displayName: string;
  /** Whether the last night was like the others. */
  readonly lastNight: (typeof lastNights)[number];
}

/**
 * In an unusual night a resident in bed nearly always gets up next. In the same night the others are a little calmer than
 * usual, so that nobody else stands out by chance.
 */
const lastUnrests = { usual: 0.6, unusual: 40 };

/** The clock of this machine, because visitors compare the board with the clock on the wall. */
const clock = localClockOf(undefined);

/** The habits follow from the name, so that they are the same after a restart. `now`: epoch milliseconds. */
export function habitsOf({ displayName, lastNight }: Resident, now: number): Habits {
  const between = (habit: string, low: number, high: number) => low + (high - low) * shareOf(`${displayName} ${habit}`);
  return {
    bedtime: between('bedtime', 19.5 * 60, 20.75 * 60),
    rising: between('rising', 7 * 60, 8.75 * 60),
    unrest: 2 ** between('unrest', -1.3, lastNight === 'unusual' ? -0.5 : 1.1),
    bathroom: 2 ** between('bathroom', -1, 1),
    lastSleep: lastSleepOf(now),
    lastUnrest: lastUnrests[lastNight],
  };
}

export function isNightOf({ bedtime, rising }: Habits, at: number): boolean {
  const minute = clock(at);
  return minute >= bedtime || minute < rising;
}

/** How much more often than in other nights the resident gets up at this time. */
export function unrestAt({ lastSleep, lastUnrest }: Habits, at: number): number {
  return at >= lastSleep.from && at < lastSleep.to ? lastUnrest : 1;
}

/** The newest hours of sleep that are over. */
function lastSleepOf(now: number): TimeSpan {
  const night = nightAt(clock, now);
  const sleep = sleepOf(clock, night);
  return sleep.to <= now ? sleep : sleepOf(clock, nightAt(clock, night.from - 1));
}

/** A number of at least 0 and less than 1 that depends on the text only (FNV-1a, then mixed as in MurmurHash3). */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
