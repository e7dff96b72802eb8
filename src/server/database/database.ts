/**
 * The database, as the rest of the server sees it: one schema and portable SQL (through Kysely), so
 * that an embedded database and one of its own server answer alike.
 * Uuids are lower-case text, instants epoch milliseconds, booleans 0 or 1.
 */
import type { Generated, Kysely } from 'kysely';
import type { StreamStatus, StreamType } from '../../domain/stream.ts';
import type { Role, Scope } from '../../domain/user.ts';
import type { ReportEffectColumn } from './report-effect.ts';

export interface Schema {
  client: { uuid: string; display_name: string };
  location: {
    uuid: string;
    client_uuid: string;
    display_name: string;
    /** What devices and files call it; unique in the whole database. */
    alias: string | null;
  };
  ward: { uuid: string; location_uuid: string; display_name: string };
  stream: {
    uuid: string;
    ward_uuid: string;
    display_name: string;
    type: StreamType;
    status: StreamStatus;
    room_status: number;
    last_notification: number | null;
    last_notification_sent: number | null;
    revision: number;
    /** Time of the newest report that counted. */
    reported_at: number | null;
    /** What devices and files call it; unique within its location. */
    alias: string | null;
    /** When its device was last heard, by our clock. */
    seen_at: number | null;
    /** Set while the watchdog shows the stream as unreachable: what it showed before. */
    status_before_silence: number | null;
    /** A status that has to last before it counts: what it is, since when, and when it will count. */
    pending_status: number | null;
    pending_at: number | null;
    pending_notification: number | null;
    pending_due_at: number | null;
    /** JSON of contract/ingest-rules.ts: what differs from the rules of its type. */
    rules: string | null;
  };
  /** The newest of each value that a device tells piece by piece; together they say what goes on in the room. */
  observation: { stream_uuid: string; name: string; value: string; observed_at: number };
  /** Every accepted report, kept as it came. `(stream_uuid, report_id)` is unique where there is an id. */
  report: {
    sequence: Generated<number>;
    stream_uuid: string;
    report_id: string | null;
    status: number;
    notification: number;
    at: number;
    received_at: number;
    /** The stream's revision after this report. */
    revision: number;
    /** Who reported: a device key, a connection to equipment, or our own watchdog. */
    device_key_id: string;
    effect: Generated<ReportEffectColumn>;
  };
  device_key: {
    id: string;
    name: string;
    /** SHA-256 of the key, hexadecimal: the key is 256 random bits, so nothing slower is needed. */
    hash: string;
    scope_kind: Scope['kind'];
    scope_uuid: string | null;
    created_at: number;
    revoked_at: number | null;
    /** To the minute. */
    last_used_at: number | null;
    /** Reports a second that are taken from it in the long run; null: the usual number. */
    rate_per_second: number | null;
  };
  account: {
    subject: string;
    username: string;
    display_name: string;
    email: string;
    password_hash: string;
    /** JSON list of group names. */
    groups: string;
  };
  group_right: {
    group_name: string;
    role: Role;
    scope_kind: Scope['kind'];
    /** Empty for `everything`. */
    scope_uuid: string;
  };
  /** Access tokens that were signed out before their time. */
  revoked_token: { token_id: string; expires_at: number };
  /** What the embedded identity provider keeps: sessions, grants, codes, refresh tokens. */
  identity_record: {
    model: string;
    id: string;
    payload: string;
    grant_id: string | null;
    uid: string | null;
    user_code: string | null;
    consumed_at: number | null;
    expires_at: number | null;
  };
  /** Signing and cookie keys of the embedded identity provider, JSON. */
  identity_key: { name: string; value: string };
  /** Of the processes that share the messages of a broker: what each has there, as long as it is to be kept. */
  mqtt_session: {
    client_id: string;
    /** The process that takes what is for it: its own, or one that took it over. Another one after each start. */
    holder: string;
    /** Counts on while the holder lives; no time, so that no two clocks are compared. */
    beat: number;
    /** JSON list of what it has subscribed to. */
    filters: string;
    /** It is being given up: nobody may count on it for what is published from now on. */
    is_leaving: number;
  };
}

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database {
  readonly kind: DatabaseKind;
  readonly query: Kysely<Schema>;
  /** The same, and nobody who reads a board stands in its way: for what devices say. */
  readonly deviceQuery: Kysely<Schema>;
  /** Whether an error means that the database cannot work now, and may later: not what was asked of it. */
  isUnavailable(error: unknown): boolean;
  /**
   * Whether an error is the database's own, whatever was asked of it: it is unavailable, damaged, or lacks a table
   * or a right. Not so when it refused the very data, which it will always do.
   */
  isFailure(error: unknown): boolean;
  /** Whether it is unavailable because there is no room left on its disk. */
  isFull(error: unknown): boolean;
  /** Whether only another transaction was in the way, so that the same may work at once. */
  isConflict(error: unknown): boolean;
  /** Whether another process may have written anything since this was last asked, or since the database was opened. */
  mayHaveChanged(): Promise<boolean>;
  /** Brings the schema forward to this build's. Throws when the file is of a newer build. */
  migrate(): Promise<void>;
  /** Of processes that start together one at a time does such work. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** As devices see it: their reports and all that is looked up for them do not wait behind those who read. */
export function withDevicePool(database: Database): Database {
  return { ...database, query: database.deviceQuery };
}
