import type { Generated } from 'kysely';

export interface HistoryTables {
  /**
   * The times in which at least one process checked the devices, by the server's clock. Between two rows nothing is known
   * about any room.
   */
  server_run: { sequence: Generated<number>; started_at: number; seen_at: number };
  /**
   * The summaries of nights, one row for each room and night. A row is counted (again) while `counted` is less than
   * `wanted`.
   */
  room_night: {
    sequence: Generated<number>;
    /** The room may have been removed. Null: its history was erased. */
    stream_uuid: string | null;
    /** The ward of the room when the row was made. */
    ward_uuid: string;
    from_at: number;
    to_at: number;
    /** JSON of `NightSummary`; null: the night was not counted yet. */
    summary: string | null;
    /** Rises when the night has to be counted again. 0: the part of a night that was counted before it was erased. */
    wanted: number;
    /** The value of `wanted` at the last count. */
    counted: number;
  };
  /** The times in which no board with sound showed a ward. A row is written when the ward is watched again. */
  unwatched_period: { ward_uuid: string; from_at: number; to_at: number };
  /** The notes of staff in the handover of a shift. They never change. */
  room_note: {
    uuid: string;
    stream_uuid: string;
    shift_from_at: number;
    at: number;
    /** Who wrote the note, and their name at that time. */
    subject: string;
    display_name: string | null;
    content: string;
    /** The uuid of the note that this one corrects. */
    corrects: string | null;
  };
  /** Who has read the handover of a shift, and when last. */
  handover_reading: {
    ward_uuid: string;
    shift_from_at: number;
    subject: string;
    display_name: string | null;
    at: number;
  };
}
