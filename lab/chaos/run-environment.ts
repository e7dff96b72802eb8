/** All that is chosen, done to one kind of set-up. */
import { runFault, type Result } from './run-fault.ts';
import type { EnvironmentKind } from './environments/environment.ts';
import { startEnvironment } from './environments/start-environment.ts';
import type { Fault } from './faults/fault.ts';

export interface RunOptions {
  /** Each fault once. */
  readonly isShort: boolean;
  readonly onStart?: (fault: Fault) => void;
  readonly onResult?: (result: Result) => void;
}

/** Those that need the same share one environment. */
export async function runEnvironment(
  kind: EnvironmentKind,
  faults: readonly Fault[],
  { isShort, onStart, onResult }: RunOptions,
): Promise<readonly Result[]> {
  const mine = faults.filter(({ environments }) => environments.includes(kind));
  const results: Result[] = [];
  for (const need of new Set(mine.map((fault) => fault.need))) {
    const environment = await startEnvironment(kind, need === undefined ? {} : { need });
    try {
      for (const fault of mine.filter((one) => one.need === need)) {
        onStart?.(fault);
        const result = await runFault(environment, fault, isShort ? 1 : fault.rounds);
        results.push(result);
        onResult?.(result);
      }
    } finally {
      await environment.close();
    }
  }
  return results;
}
