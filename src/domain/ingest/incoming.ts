/** All messages that can change a stream. They come from devices, from brokers and from the server's own watchdog. */
import type { SourceKind } from '../source.ts';

/** The source of a report in the product's own protocol. The sources of presets contain a slash. */
export const ownProtocolSource = 'device';

export interface MessageOfSource {
  /** The source that sent the message, such as `home/bed`. Missing: `ownProtocolSource`. */
  readonly source?: string;
  /**
   * An MQTT broker had retained the message. Its status may be old, and it does not prove that the device is online.
   */
  readonly isRetained?: true;
  /**
   * The source publishes its availability in the topic of its values, so even a retained value proves that it is
   * online.
   */
  readonly provesOnline?: true;
  /** The time in a retained message, by the device's clock, in epoch milliseconds. Missing: it has none. */
  readonly sentAt?: number;
}

/** A device reports the status of its room. */
export interface IncomingReport extends MessageOfSource {
  readonly kind: 'report';
  /** The uuid of the stream, in lower case. */
  readonly streamUUID: string;
  /** The room status code. */
  readonly status: number;
  /** The time of the event by the device's clock, in epoch milliseconds. Null: the time of receipt applies. */
  readonly at: number | null;
  /** False: the report changes the card without a notification. */
  readonly notification: boolean;
  /** The id that the device gave the report. Null: the device gave none. */
  readonly id: string | null;
  /** The debounce time that applies to this report. Null: the rules of the stream apply. */
  readonly debounceMs: number | null;
}

/**
 * `heartbeat`: the device is online and its status is unchanged. `offline`: the broker reports that the device
 * disconnected. `debounce-expiry`: the watchdog reports that the debounce time of a pending status is over.
 * `alert-expiry`: the watchdog reports that an alert of the room is due.
 */
interface IncomingEvent {
  readonly kind: 'heartbeat' | 'offline' | 'debounce-expiry' | 'alert-expiry';
  readonly streamUUID: string;
}

/** A device reports single values, such as the number of people in a zone. All values together give the status. */
export interface IncomingObservation extends MessageOfSource {
  readonly kind: 'observation';
  readonly streamUUID: string;
  /** The values by name, with the names that the equipment uses. */
  readonly values: Readonly<Record<string, string>>;
  readonly at: number | null;
  readonly notification: boolean;
  readonly interpret: Interpreter;
}

/**
 * Derives the status from the newest value of each name. Undefined: some values are still missing. `ingest` calls the
 * function inside the transaction, because other processes may have received the other values.
 */
export type Interpreter = (
  values: ReadonlyMap<string, string>,
) => { readonly status: number; readonly debounceMs: number | null } | undefined;

/** One source of a room is online or offline. The room is unreachable while one of its sources is offline. */
export interface IncomingPresence {
  readonly kind: 'presence';
  readonly streamUUID: string;
  readonly source: string;
  readonly sourceKind: SourceKind;
  readonly isOnline: boolean;
  /** The source is no longer offline, but the room stays unreachable until a message arrives that is not retained. */
  readonly isRetained?: true;
  /** The data that are discarded when the source goes offline, and again when it is back online. */
  readonly discards: {
    /** The names of the observed values. */
    readonly values: readonly string[];
    /** A status from one of these sources is replaced by the status that the remaining values give. */
    readonly statusesOf: readonly string[];
  };
  /** No connection names the source any more, so its discarded values need not be remembered. */
  readonly isRemoved?: true;
  readonly interpret: Interpreter;
}

/** The watchdog asks to check whether a device is offline. */
interface OfflineCheck {
  readonly kind: 'offline-check';
  readonly streamUUID: string;
  /** Since when this process receives messages without a gap, in epoch milliseconds. Earlier silence does not count. */
  readonly listeningSince: number;
}

export type IncomingItem = IncomingReport | IncomingEvent | IncomingObservation | IncomingPresence | OfflineCheck;

/** `unknown-stream` also stands for a stream outside the sender's scope, so that guessing uuids reveals nothing. */
export type IngestOutcome =
  | {
      readonly outcome: 'accepted' | 'duplicate';
      readonly revision: number;
      /** The report is too old to be shown. It is stored in the report log only. */
      readonly isLate?: true;
      /** The late report has opened an alert. */
      readonly hasAlerted?: true;
    }
  | { readonly outcome: 'unknown-stream' };
