-- The times in which no board with sound showed a ward. A row is written when the ward is watched again.
create table unwatched_period (
  ward_uuid text not null,
  from_at bigint not null,
  to_at bigint not null,
  primary key (ward_uuid, from_at)
);
-- The notes of staff in the handover of a shift. They never change.
create table room_note (
  uuid text primary key,
  stream_uuid text not null,
  shift_from_at bigint not null,
  at bigint not null,
  subject text not null,
  display_name text,
  content text not null,
  corrects text
);
create index room_note_room on room_note (stream_uuid, shift_from_at);
-- Who has read the handover of a shift, and when last.
create table handover_reading (
  ward_uuid text not null,
  shift_from_at bigint not null,
  subject text not null,
  display_name text,
  at bigint not null,
  primary key (ward_uuid, shift_from_at, subject)
);
