-- Aliases, ingest rules, the watchdog, and the effect of each report.
alter table location add column alias text;
create unique index location_alias on location (alias) where alias is not null;
alter table stream add column alias text;
alter table stream add column seen_at bigint;
alter table stream add column pending_at bigint;
alter table stream add column pending_due_at bigint;
alter table stream add column status_before_silence integer;
alter table stream add column pending_status integer;
alter table stream add column pending_notification integer;
alter table stream add column rules text;
create index stream_alias on stream (alias) where alias is not null;
create index stream_pending on stream (pending_due_at) where pending_due_at is not null;
create table observation (
  stream_uuid text not null references stream (uuid),
  name text not null,
  value text not null,
  observed_at bigint not null,
  constraint observation_key primary key (stream_uuid, name)
);
alter table report add column effect text default 'card' not null;
-- Pruning selects by age.
create index report_received on report (received_at);
alter table device_key add column last_used_at bigint;
alter table device_key add column rate_per_second integer;
