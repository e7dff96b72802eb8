-- The history of the pauses of rooms: who paused, and who or what ended the pause.
create table pause_event (
  sequence $sequence,
  stream_uuid text not null,
  at bigint not null,
  event text not null,
  actor text not null,
  ends_at bigint
);
create index pause_event_at on pause_event (at);
