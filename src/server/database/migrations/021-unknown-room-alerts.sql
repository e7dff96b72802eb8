-- Falls and other statuses of high priority that devices report for rooms that nobody knows.
create table unknown_room_alert (
  uuid text primary key,
  key_id text not null,
  field text not null,
  room text not null,
  scope_kind text not null,
  scope_uuid text,
  connection text,
  uses text,
  status bigint not null,
  raised_at bigint not null,
  reported_at bigint not null,
  has_ended bigint not null,
  answered_at bigint,
  answered_by text,
  unique (key_id, room)
);
