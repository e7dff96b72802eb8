/** The type of all faults. */
import type { Environment, EnvironmentKind, EnvironmentVariant } from './environment.ts';

export interface Fault {
  /** The name of the fault in the option `--only`. */
  readonly name: string;
  /** The title of the row in the table of docs/trust.md. */
  readonly title: string;
  /** The only environment that the fault is injected into. Undefined: both environments. */
  readonly onlyIn?: EnvironmentKind;
  readonly variant?: EnvironmentVariant;
  /** The number of rounds of a full run, 3 by default. The short form of a run has one round. */
  readonly rounds?: number;
  readonly isInShortForm?: boolean;
  /** The maximum time in milliseconds that a viewer may be disconnected. Undefined: no limit. */
  readonly maxDisconnectedMs?: number;
  /** Injects the fault and repairs it. Resolves at the moment of the repair. */
  readonly inject: (environment: Environment, round: number) => Promise<FaultOutcome | void>;
}

/** All in milliseconds. Undefined: it did not happen. */
export interface Outage {
  /** The time without a primary. */
  readonly withoutPrimaryMs?: number | undefined;
  /** The time until no board showed that it is live. */
  readonly greyMs?: number | undefined;
  /** The time until reports were stored without a standby. */
  readonly stalledMs?: number | undefined;
}

export interface FaultOutcome {
  /** The number of viewers that the fault opened itself, and how long after the repair all of them were correct. */
  readonly extra?: { readonly viewers: number; readonly recoveryMs: number };
  /** What the environment `ha` measures. */
  readonly outage?: Outage;
  /** What went wrong, in a few words for the table. */
  readonly problem?: string;
}
