/** Which process has how many viewers: even at first, moved by restarts, evened out as tokens end and boards come back. */
import { type Scenario, viewersOf } from './scenario.ts';

/** How many viewers look for another process, and how many of them come to one. */
export interface Restart {
  readonly all: number;
  readonly most: number;
}

export interface Processes {
  /** Begins when it is time for it: the viewers of one process go to the others. Undefined: nothing happens now. */
  restartAt(second: number): Restart | undefined;
  /** Whether restarts, or what they have left, are under way. */
  isRestarting(second: number): boolean;
  /** Time passes: whoever comes back goes to any process. */
  drift(seconds: number): void;
  mostViewers(): number;
  /** The part of all viewers that the fullest process has. */
  largestShare(): number;
}

/** From one restart to the next. Seconds. */
const restartEverySeconds = 60;

export function createProcesses(scenario: Scenario): Processes {
  const { processes: count, tokenSeconds, restartHour } = scenario;
  const all = viewersOf(scenario);
  const begins = restartHour * 3600;
  let viewers = Array.from({ length: count }, () => all / count);
  let restarted = 0;

  function moveAway(index: number): Restart {
    const leaving = viewers[index] ?? 0;
    // The only process has to take its own viewers back.
    if (count === 1) return { all: leaving, most: leaving };
    const each = leaving / (count - 1);
    viewers = viewers.map((here, place) => (place === index ? 0 : here + each));
    return { all: leaving, most: each };
  }

  return {
    restartAt: (second) => {
      if (restarted >= count || second < begins + restarted * restartEverySeconds) return undefined;
      restarted += 1;
      return moveAway(restarted - 1);
    },
    isRestarting: (second) => second >= begins && second < begins + count * restartEverySeconds + 2 * tokenSeconds,
    drift: (seconds) => {
      const leaving = Math.min(1, seconds / tokenSeconds);
      viewers = viewers.map((here) => here * (1 - leaving) + (all * leaving) / count);
    },
    mostViewers: () => Math.max(...viewers),
    largestShare: () => (all === 0 ? 0 : Math.max(...viewers) / all),
  };
}
