-- The open alerts of each room, and the history of all alerts.
alter table stream add column open_alerts text;
alter table stream add column alert_revision bigint default 0 not null;
alter table stream add column alert_due_at bigint;
alter table stream add column alert_hold text;
create index stream_alert_due on stream (alert_due_at) where alert_due_at is not null;
create table alert_event (
  sequence $sequence,
  alert_uuid text not null,
  stream_uuid text not null,
  at bigint not null,
  event text not null,
  alert text not null
);
create index alert_event_alert on alert_event (alert_uuid, sequence);
create index alert_event_at on alert_event (at);
