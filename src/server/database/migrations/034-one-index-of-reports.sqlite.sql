-- The same as 034-one-index-of-reports.postgres.sql. Without autoincrement a report changes one page less, and SQLite
-- removes it only by writing the table again. Reports are deleted from the oldest on, so no sequence comes again.
create table new_report (
  sequence integer primary key,
  stream_uuid text not null,
  report_id text,
  status integer not null,
  notification integer not null,
  at bigint not null,
  received_at bigint not null,
  revision bigint not null,
  device_key_id text not null,
  effect text default 'applied' not null
);
insert into new_report
  (sequence, stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect)
select sequence, stream_uuid, report_id, status, notification, at, received_at, revision, device_key_id, effect
from report order by sequence;
drop table report;
alter table new_report rename to report;
create unique index report_once on report (received_at / 86400000, stream_uuid, report_id);
