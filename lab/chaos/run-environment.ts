/** Injects faults into one kind of environment. Faults that need the same variant share an environment. */
import { type EnvironmentKind, startEnvironment } from './environments/environment.ts';
import type { Fault } from './fault.ts';
import { type Result, runFault } from './run-fault.ts';

export interface RunOptions {
  /** One round of each fault. */
  readonly isShort: boolean;
  readonly onStart?: (fault: Fault) => void;
  readonly onResult?: (result: Result) => void;
}

export async function runEnvironment(
  kind: EnvironmentKind,
  faults: readonly Fault[],
  { isShort, onStart, onResult }: RunOptions,
): Promise<readonly Result[]> {
  const possible = faults.filter(({ environments }) => environments.includes(kind));
  const results: Result[] = [];
  for (const variant of new Set(possible.map((fault) => fault.variant))) {
    const environment = await startEnvironment(kind, variant);
    try {
      for (const fault of possible.filter((one) => one.variant === variant)) {
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
