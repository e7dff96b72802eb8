/** The numbers of the hours of sleep of a room. */
import { statusOfCode } from '../../room-status.ts';
import type { StatusPeriod, TimeSpan } from '../status-periods.ts';
import { activitiesOf, activityOf, type ActivitySeconds, secondsOf, statusesIn } from './activity.ts';

export interface SleepNumbers {
  readonly seconds: ActivitySeconds;
  /** How often the resident left the bed: was seen up, in the bathroom or out of the room after lying in bed. */
  readonly bedExits: number;
  readonly bathroomVisits: number;
  /** How often the resident sat up in bed or sat on its edge. */
  readonly restlessCount: number;
  /** The longest time out of bed after a bed exit. Times of staff and times that nobody monitored do not count. */
  readonly maxOutOfBedSeconds: number;
}

/** `statuses`: in the order of time, also from before and after the hours of sleep. */
export function sleepNumbersOf(statuses: readonly StatusPeriod[], sleep: TimeSpan): SleepNumbers {
  const shown = statusesIn(statuses, sleep);
  const periods = activitiesOf(shown, sleep);
  const exits = bedExitsOf(shown);
  return {
    seconds: secondsOf(periods),
    bedExits: exits.length,
    bathroomVisits: periods.filter(({ activity }) => activity === 'bathroom').length,
    restlessCount: shown.filter(({ status }, index) => isSitting(status) && !isSitting(shown[index - 1]?.status))
      .length,
    maxOutOfBedSeconds: Math.max(0, ...exits.map(({ seconds }) => seconds)),
  };
}

export interface BedExit {
  /** Epoch milliseconds. */
  readonly at: number;
  /** How long the resident was out of bed. */
  readonly seconds: number;
}

/** The bed exits. While staff are in the room, and while nobody monitors it, the resident is where they were before. */
export function bedExitsOf(statuses: readonly StatusPeriod[]): readonly BedExit[] {
  const exits: BedExit[] = [];
  let isLying = false;
  for (const { status, from, to } of statuses) {
    const activity = activityOf(status);
    // Sitting on the edge of the bed follows lying as well as walking.
    if (activity === 'bed' && statusOfCode(status).name !== 'soeb') isLying = true;
    if (activity !== 'up' && activity !== 'bathroom' && activity !== 'out') continue;
    if (isLying) exits.push({ at: from, seconds: 0 });
    isLying = false;
    const last = exits.at(-1);
    if (last !== undefined) exits[exits.length - 1] = { ...last, seconds: last.seconds + (to - from) / 1_000 };
  }
  return exits;
}

function isSitting(status: number | undefined): boolean {
  if (status === undefined) return false;
  const { name } = statusOfCode(status);
  return name === 'soeb' || name === 'getting_up_in_bed';
}
