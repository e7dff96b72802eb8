/** All that can reach a stream, from devices, brokers and our own watch over it. */

/** A device says what is going on. */
export interface IncomingReport {
  readonly kind: 'report';
  /** Lower case. */
  readonly streamUUID: string;
  readonly status: number;
  /** Epoch milliseconds by the device's clock; null: the time of receipt counts. */
  readonly at: number | null;
  readonly notification: boolean;
  readonly id: string | null;
  /** How long it has to last before it counts, in milliseconds; null: as long as the stream's rules say. */
  readonly holdMs: number | null;
  /** Its broker had kept it and repeats it: how things stood, and no sign that the device is there. */
  readonly isKept?: true;
  /** It has waited for a process that was gone, not longer than since then: when it was said nobody knows. */
  readonly waitedSince?: number;
}

/** A device is there and has nothing new to say, or its broker says that it has gone. */
export interface IncomingPresence {
  readonly kind: 'heartbeat' | 'offline';
  readonly streamUUID: string;
}

/** A device tells a part, such as how many people are in one zone; the parts together say what goes on. */
export interface IncomingObservation {
  readonly kind: 'observation';
  readonly streamUUID: string;
  /** Names are the equipment's own. */
  readonly values: Readonly<Record<string, string>>;
  readonly at: number | null;
  readonly notification: boolean;
  /** As in a report. */
  readonly isKept?: true;
  readonly waitedSince?: number;
  /**
   * What the newest of all values say; undefined: not enough. Runs within the transaction, so that the
   * parts may come by different processes. Status code, and how long it has to last (as in a report).
   */
  readonly read: (
    values: ReadonlyMap<string, string>,
  ) => { readonly status: number; readonly holdMs: number | null } | undefined;
}

/** From our own watch: a held status may have lasted. */
export interface IncomingDue {
  readonly kind: 'due';
  readonly streamUUID: string;
}

/** From our own watch: the device may have fallen silent. */
export interface IncomingSilence {
  readonly kind: 'silence';
  readonly streamUUID: string;
  /** Before that nobody listened, so that silence was no fault of the device. Epoch milliseconds. */
  readonly watchedSince: number;
}

export type Incoming = IncomingReport | IncomingPresence | IncomingObservation | IncomingDue | IncomingSilence;

/** `unknown-stream` also for a stream outside of the sender's scope: a guess tells nothing. */
export type Outcome =
  | {
      readonly outcome: 'accepted' | 'duplicate';
      readonly revision: number;
      /** It happened long ago, or before what is known: kept in the log, and not shown. */
      readonly isHistory?: true;
    }
  | { readonly outcome: 'unknown-stream' };
