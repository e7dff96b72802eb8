-- Who is on duty on a ward.
create table duty (
  ward_uuid text not null references ward (uuid) on delete cascade,
  subject text not null,
  display_name text,
  group_names text not null,
  since_at bigint not null,
  until_at bigint not null,
  primary key (ward_uuid, subject)
);
-- The messages about alerts to people on duty and to contacts, also those that still have to be sent.
create table notice (
  uuid text primary key,
  alert_uuid text not null,
  stream_uuid text not null,
  ward_uuid text not null,
  raised_at bigint not null,
  kind text not null,
  recipient_kind text not null,
  recipient_id text not null,
  recipient_name text,
  created_at bigint not null,
  attempts integer not null,
  due_at bigint,
  outcome text,
  reason text,
  is_grouped integer not null,
  is_open integer not null,
  unique (alert_uuid, raised_at, kind, recipient_kind, recipient_id)
);
create index notice_due on notice (due_at) where due_at is not null;
create index notice_open on notice (ward_uuid) where is_open = 1;
create index stream_open_alerts on stream (ward_uuid) where open_alerts is not null;
