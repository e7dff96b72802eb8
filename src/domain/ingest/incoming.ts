/** Everything that can change a stream: messages of devices and brokers, and the checks of our watchdog. */

/** A device reports the status of its room. */
export interface IncomingReport {
  readonly kind: 'report';
  /** Lower case. */
  readonly streamUUID: string;
  /** Room status code. */
  readonly status: number;
  /** When it happened, by the device's clock; null: the time of receipt applies. Epoch milliseconds. */
  readonly at: number | null;
  /** False: the card changes without a notification. */
  readonly notification: boolean;
  /** The device's own id of the report; null: it has none. */
  readonly id: string | null;
  /** The debounce time of this report; null: the rules of the stream apply. */
  readonly debounceMs: number | null;
  /** The message was a retained one of an MQTT broker: it tells an earlier status and not that the device is online. */
  readonly isRetained?: true;
}

/**
 * `heartbeat`: the device is online and its status is unchanged. `offline`: its broker reports that it disconnected.
 * `debounce-expiry`: from our watchdog; the debounce time of a pending status is over.
 */
interface IncomingEvent {
  readonly kind: 'heartbeat' | 'offline' | 'debounce-expiry';
  readonly streamUUID: string;
}

/** A device reports single values, such as the number of people in a zone. All values together give the status. */
export interface IncomingObservation {
  readonly kind: 'observation';
  readonly streamUUID: string;
  /** By name; the names are the equipment's own. */
  readonly values: Readonly<Record<string, string>>;
  readonly at: number | null;
  readonly notification: boolean;
  /** As in a report. */
  readonly isRetained?: true;
  /**
   * Derives the status from the newest value of each name; undefined: the values are not enough. It runs inside
   * the transaction, because different processes may have received the other values.
   */
  readonly interpret: (
    values: ReadonlyMap<string, string>,
  ) => { readonly status: number; readonly debounceMs: number | null } | undefined;
}

/** From our watchdog: the device may be offline. */
interface IncomingOfflineCheck {
  readonly kind: 'offline-check';
  readonly streamUUID: string;
  /** Since when this process receives messages without a gap. Earlier silence does not count. Epoch milliseconds. */
  readonly listeningSince: number;
}

export type Incoming = IncomingReport | IncomingEvent | IncomingObservation | IncomingOfflineCheck;

/** `unknown-stream` also stands for a stream outside the sender's scope, so that guessing uuids reveals nothing. */
export type Outcome =
  | {
      readonly outcome: 'accepted' | 'duplicate';
      readonly revision: number;
      /** The report is too old to be shown. It is stored in the report log only. */
      readonly isLate?: true;
    }
  | { readonly outcome: 'unknown-stream' };
