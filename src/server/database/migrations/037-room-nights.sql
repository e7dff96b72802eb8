-- The summary of each night of a room. It has to be counted (again) while counted < wanted.
create table room_night (
  sequence $sequence,
  stream_uuid text,
  ward_uuid text not null,
  from_at bigint not null,
  to_at bigint not null,
  summary text,
  wanted integer not null,
  counted integer not null
);
create unique index room_night_room on room_night (stream_uuid, from_at);
create index room_night_ward on room_night (ward_uuid, from_at);
create index room_night_uncounted on room_night (ward_uuid) where counted < wanted;
