-- The newest battery and signal of each source of a room. Rows that are a week old are deleted.
create table source_battery (
  stream_uuid text not null,
  source text not null,
  battery bigint,
  signal bigint,
  signal_unit text,
  at bigint not null,
  primary key (stream_uuid, source)
);
