/** The type of all faults. */
import type { Environment, EnvironmentKind, EnvironmentVariant } from './environment.ts';

export interface Fault {
  /** Value of `--only`. */
  readonly name: string;
  /** Name of the row in the table of docs/trust.md. */
  readonly title: string;
  /** The only environment that the fault is injected into; both when absent. */
  readonly onlyIn?: EnvironmentKind;
  readonly variant?: EnvironmentVariant;
  /** Rounds of a full run, 3 when absent. The short form has one. */
  readonly rounds?: number;
  readonly isInShortForm?: boolean;
  /** A viewer that is disconnected for longer is a problem. No limit when absent. */
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
