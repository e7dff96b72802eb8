/** Injects faults into one kind of environment. Faults that need the same variant share an environment. */
import { type EnvironmentKind, startEnvironment } from './environments/environment.ts';
import type { Fault } from './fault.ts';
import { runFault } from './run-fault.ts';

/** Yields the result of each fault that applies to this kind of environment. The short form has one round. */
export async function* runEnvironment(kind: EnvironmentKind, faults: readonly Fault[], isShort = false) {
  const possible = faults.filter(({ onlyIn = kind }) => onlyIn === kind);
  for (const variant of new Set(possible.map((fault) => fault.variant))) {
    const environment = await startEnvironment(kind, variant);
    try {
      for (const fault of possible.filter((one) => one.variant === variant)) {
        yield await runFault(environment, fault, isShort ? 1 : (fault.rounds ?? 3));
      }
    } finally {
      await environment.close();
    }
  }
}
