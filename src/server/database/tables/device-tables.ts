import type { Signal } from '../../../domain/battery-and-signal.ts';
import type { Scope } from '../../../domain/user.ts';
import type { IntakeChannel } from '../../shared/metrics.ts';

/** The keys of devices, what they named that does not exist, and their batteries. */
export interface DeviceTables {
  device_key: {
    id: string;
    name: string;
    /** SHA-256 of the key, hexadecimal. A key is 256 random bits, so a slow password hash adds nothing. */
    hash: string;
    scope_kind: Scope['kind'];
    scope_uuid: string | null;
    created_at: number;
    revoked_at: number | null;
    /** Rounded down to the minute. */
    last_used_at: number | null;
    /** The network address of the last use. */
    last_used_from: string | null;
    /** Reports per second that the token bucket of this key admits; null: the default. */
    rate_per_second: number | null;
  };
  /** Rooms that a valid device key named and that do not exist in its scope, and devices that are assigned to no room. */
  unknown_room: {
    /** A device key, or the name of an external broker's connection. */
    key_id: string;
    /** The field that named the room: `stream` or `room`. */
    field: 'stream' | 'room';
    /** The room as the device sent it, or the name of the device. */
    room: string;
    key_name: string;
    channel: IntakeChannel;
    /** The status code of the last message; null: it was a heartbeat. */
    status: number | null;
    count: number;
    first_at: number;
    last_at: number;
    /** The connection of the equipment file; null: the device named the room itself. */
    connection: string | null;
    /** How a room can name the device, as JSON; null: the row is about a room. */
    uses: string | null;
    /** The beginning of the last message of the device. */
    message: string | null;
  };
  /** Statuses of high priority that devices have reported for rooms that nobody knows (domain/alerts/unknown-room-alert.ts). */
  unknown_room_alert: {
    uuid: string;
    key_id: string;
    field: 'stream' | 'room';
    room: string;
    /** The scope of the key, which stays when the key is revoked. */
    scope_kind: Scope['kind'];
    scope_uuid: string | null;
    connection: string | null;
    uses: string | null;
    status: number;
    raised_at: number;
    reported_at: number;
    /** 1: the device has reported another status since. */
    has_ended: number;
    /** Null: nobody has answered it. */
    answered_at: number | null;
    /** The name of the person; null: the identity provider tells none. */
    answered_by: string | null;
  };
  /** The newest battery and signal of each source of a room. The room may be deleted. */
  source_battery: {
    stream_uuid: string;
    /** With its connection, such as `zigbee/bed`. */
    source: string;
    /** Percent; null: not known. */
    battery: number | null;
    signal: number | null;
    signal_unit: Signal['unit'] | null;
    /** When it was received, to the hour while it does not change. */
    at: number;
  };
}
