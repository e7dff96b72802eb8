-- The report log grows without limit. All its indexes follow the time of receipt, so a report costs the same in a long
-- log as in a short one. Without an index by stream, nothing may search the log for the reports of a stream: the
-- stream knows whether it has any, and the log has no foreign key.
alter table stream add column has_reports integer default 0 not null;
update stream set has_reports = 1 where exists (
  select 1 from report where report.stream_uuid = stream.uuid and device_key_id <> 'watchdog'
);
alter table report drop constraint report_stream_uuid_fkey;
drop index report_once;
drop index report_history;
-- 86400000 milliseconds are a day.
create unique index report_once on report ((received_at / 86400000), stream_uuid, report_id)
where report_id is not null;
