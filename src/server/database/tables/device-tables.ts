import type { Signal } from '../../../domain/battery-and-signal.ts';
import type { Scope } from '../../../domain/user.ts';
import type { IntakeChannel } from '../../shared/metrics.ts';

/** Device keys, connections to equipment, unknown rooms and devices, and batteries. */
export interface DeviceTables {
  equipment_connection: {
    name: string;
    /** JSON of equipment/connection-entry.ts. */
    content: string;
  };
  /** Has at most one row, and none before the first connection. */
  equipment: {
    id: number;
    /** Rises with each change of the connections or the broker. */
    revision: number;
    /** The external MQTT broker, such as `mqtts://broker:8883`; null: none is set in the browser. */
    broker_address: string | null;
    broker_user: string | null;
    broker_password: string | null;
  };
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
    /** The connection to equipment; null: the device named the room itself. */
    connection: string | null;
    /** How a room can name the device, as JSON; null: the row is about a room. */
    uses: string | null;
    /** The beginning of the last message of the device. */
    message: string | null;
  };
  /** Statuses of high priority that devices have reported for unknown rooms (domain/alerts/unknown-room-alert.ts). */
  unknown_room_alert: {
    uuid: string;
    key_id: string;
    field: 'stream' | 'room';
    room: string;
    /** The scope of the key. It is copied here, because the key may be revoked. */
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
    /** The name of the user; null: the identity provider sends none. */
    answered_by: string | null;
  };
  /** The newest battery and signal of each source of a room. The room may be deleted. */
  source_battery: {
    stream_uuid: string;
    /** The name of the source, which begins with that of its connection, such as `zigbee/bed`. */
    source: string;
    /** Percent; null: not known. */
    battery: number | null;
    signal: number | null;
    signal_unit: Signal['unit'] | null;
    /** The time of receipt. While the value does not change, it is stored with a resolution of an hour. */
    at: number;
  };
}
