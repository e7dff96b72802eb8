/** The whole hierarchy, as it is kept, and as a file describes it. */
import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import { OperatorError } from '../../shared/operator-error.ts';

interface Node {
  /** Lower case. */
  readonly uuid: string;
  readonly displayName: string;
}

export interface KnownLocation extends Node {
  readonly clientUUID: string;
  readonly alias: string | null;
}

export interface KnownWard extends Node {
  readonly locationUUID: string;
}

export interface KnownStream extends Node {
  readonly wardUUID: string;
  readonly alias: string | null;
  readonly type: StreamType;
  readonly status: StreamStatus;
  /** JSON of contract/door-rules.ts; null: those of its type. */
  readonly rules: string | null;
}

/** Parents come before their children's lists are looked at; the order within a list means nothing. */
export interface Home {
  readonly clients: readonly Node[];
  readonly locations: readonly KnownLocation[];
  readonly wards: readonly KnownWard[];
  readonly streams: readonly KnownStream[];
}

/** What a file says of one node. What it leaves out stays as it is, or is as usual for a new one. */
interface Described {
  readonly uuid?: string | undefined;
  readonly displayName: string;
  /** Where in the file, such as `line 12`. */
  readonly place: string;
}

export interface DescribedStream extends Described {
  readonly alias?: string | undefined;
  readonly type?: StreamType | undefined;
  readonly status?: StreamStatus | undefined;
  /** Canonical JSON; null: those of its type. */
  readonly rules?: string | null | undefined;
}

export interface DescribedWard extends Described {
  readonly streams: readonly DescribedStream[];
}

export interface DescribedLocation extends Described {
  readonly alias?: string | undefined;
  readonly wards: readonly DescribedWard[];
}

export interface DescribedClient extends Described {
  readonly locations: readonly DescribedLocation[];
}

export type DescribedHome = readonly DescribedClient[];

/** What is wrong with a file, each with its place; nothing of it is taken. */
export class HomeFileError extends OperatorError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
