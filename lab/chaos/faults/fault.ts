/** One kind of fault. */
import type { Environment, EnvironmentKind, Requirement } from '../environments/environment.ts';

export interface Fault {
  /** For `--only`. */
  readonly name: string;
  /** For the table. */
  readonly title: string;
  readonly environments: readonly EnvironmentKind[];
  readonly need?: Requirement;
  /** How often it is done in a full run; the short form does it once. */
  readonly rounds: number;
  readonly isInShortForm?: boolean;
  /** The longest that a board may be without a live connection, milliseconds; otherwise it is not looked at. */
  readonly mostDarkMs?: number;
  /** Does harm and heals it; resolves at the moment of healing. */
  readonly round: (environment: Environment, round: number) => Promise<Said>;
}

/** For below the table: what should not have been, and what is worth knowing. */
export interface Said {
  /** Boards that it had opened itself, all of them right in the end, so long after healing. Milliseconds. */
  readonly more?: { readonly boards: number; readonly convergedMs: number };
  readonly finding?: string;
  readonly note?: string;
}

/** The member of a list that has its turn in this round. */
export function inTurn<T>(list: readonly T[], round: number): T {
  const one = list[round % list.length];
  if (one === undefined) throw new Error('this set-up has none of these');
  return one;
}

/** What this set-up must have. */
export function present<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('this set-up has none of these');
  return thing;
}
