/** A fault that is injected into a running environment. */
import type { Environment, EnvironmentKind, EnvironmentVariant } from './environments/environment.ts';

export interface Fault {
  /** Value of `--only`. */
  readonly name: string;
  /** Row of the table. */
  readonly title: string;
  /** Only in this environment; in both when absent. */
  readonly onlyIn?: EnvironmentKind;
  readonly variant?: EnvironmentVariant;
  /** Rounds of a full run, 3 when absent. The short form has one. */
  readonly rounds?: number;
  readonly isInShortForm?: boolean;
  /** A viewer that is disconnected for longer is a problem. Not checked when absent. */
  readonly maxDisconnectedMs?: number;
  /** Injects the fault and repairs it. Resolves at the moment of the repair. */
  readonly inject: (environment: Environment, round: number) => Promise<FaultOutcome | void>;
}

interface FaultOutcome {
  /** Viewers that the fault opened itself, and how long after the repair all of them were correct. */
  readonly extra?: { readonly viewers: number; readonly recoveryMs: number };
  /** What went wrong, in a few words. */
  readonly problem?: string;
}

/** The element whose turn it is in this round. */
export function inTurn<T>(list: readonly T[], round: number): T {
  return present(list[round % list.length]);
}

/** Throws when the value is undefined, such as a service that the environment does not have. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value that the fault needs is missing');
  return value;
}
