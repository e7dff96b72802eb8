-- The codes of the first set-up, where a device key was last used, and the rooms that devices name and nobody knows.
create table setup_code (
  hash text primary key,
  expires_at bigint not null,
  used_at bigint
);
alter table device_key add column last_used_from text;
create table unknown_room (
  key_id text not null,
  field text not null,
  room text not null,
  key_name text not null,
  channel text not null,
  status bigint,
  count bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (key_id, room)
);
create index unknown_room_last on unknown_room (last_at);
