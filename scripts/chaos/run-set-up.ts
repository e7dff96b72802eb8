/** All that is chosen, done to one kind of set-up. */
import { runViolence, type Result } from './run-violence.ts';
import type { StageKind } from './set-ups/stage.ts';
import { startStage } from './set-ups/start-stage.ts';
import type { Violence } from './violences/violence.ts';

export interface RunOptions {
  /** Each violence once. */
  readonly isShort: boolean;
  readonly onStart?: (violence: Violence) => void;
  readonly onResult?: (result: Result) => void;
}

/** Those that need the same share one stage. */
export async function runSetUp(
  kind: StageKind,
  violences: readonly Violence[],
  { isShort, onStart, onResult }: RunOptions,
): Promise<readonly Result[]> {
  const mine = violences.filter(({ setUps }) => setUps.includes(kind));
  const results: Result[] = [];
  for (const need of new Set(mine.map((violence) => violence.need))) {
    const stage = await startStage(kind, need === undefined ? {} : { need });
    try {
      for (const violence of mine.filter((one) => one.need === need)) {
        onStart?.(violence);
        const result = await runViolence(stage, violence, isShort ? 1 : violence.rounds);
        results.push(result);
        onResult?.(result);
      }
    } finally {
      await stage.close();
    }
  }
  return results;
}
