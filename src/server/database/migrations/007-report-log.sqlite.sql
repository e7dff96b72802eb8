-- The same as 007-report-log.postgres.sql. SQLite removes a foreign key only by writing the table again.
alter table stream add column has_reports integer default 0 not null;
update stream set has_reports = 1 where exists (
  select 1 from report where report.stream_uuid = stream.uuid and device_key_id <> 'watchdog'
);
create table new_report (
  sequence integer primary key autoincrement,
  stream_uuid text not null,
  report_id text,
  status integer not null,
  notification integer not null,
  at bigint not null,
  received_at bigint not null,
  revision bigint not null,
  device_key_id text not null,
  effect text default 'card' not null
);
insert into new_report
  (sequence, stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
select sequence, stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect
from report order by sequence;
drop table report;
alter table new_report rename to report;
create unique index report_once on report (received_at / 86400000, stream_uuid, report_id)
where report_id is not null;
create index report_received on report (received_at);
